"""How much of what a group of URLs brought was new."""

from __future__ import annotations

from collections import OrderedDict

MAX_KEPT = 64
"""Contents that are remembered of a group; one more counts as new."""


class Novelty:
    """Counts pages and different contents, group by group; of more than *max_groups* the oldest are forgotten.

    A group is spent once it brought at least *enough* pages, and at most *share* of them were new.
    """

    def __init__(self, *, enough: int, share: float, max_groups: int = 50_000) -> None:
        self.enough = enough
        self.share = share
        self.max_groups = max_groups
        self._groups: OrderedDict[str, tuple[int, set[str | None]]] = OrderedDict()
        self._spent: dict[str, None] = {}

    def fetched(self, group: str, content: str | None) -> None:
        """Count a page of *group*; *content* is the same for the same content, ``None`` for none at all."""
        pages, contents = self._groups.pop(group, (0, set()))
        pages += 1
        if len(contents) < MAX_KEPT:
            contents.add(content)
        self._groups[group] = pages, contents
        if pages >= self.enough and len(contents) <= min(self.share * pages, MAX_KEPT - 1):
            self._spent[group] = None
        if len(self._groups) > self.max_groups:
            self._groups.popitem(last=False)

    def begin_anew(self, group: str) -> None:
        """Forget what *group* brought so far."""
        self._groups.pop(group, None)

    def __bool__(self) -> bool:
        """Say whether any group is spent."""
        return bool(self._spent)

    def is_spent(self, group: str) -> bool:
        return group in self._spent

    @property
    def spent(self) -> list[str]:
        return list(self._spent)
