"""What robots.txt says, and to whom."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from topicspider.robots.patterns import Pattern, path_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PRODUCT_RE = re.compile(r"(?:.*?\bcompatible;)?\W*([\w-]+)", re.DOTALL)


class Rule(NamedTuple):
    """One spelling of the path of a rule. Of the rules that match the greatest decides."""

    length: int
    is_allow: bool
    pattern: Pattern


_OPEN = Rule(0, is_allow=True, pattern=Pattern((b"",), is_anchored=False))


class Group(NamedTuple):
    rules: list[Rule]
    delays: list[float]
    """Seconds, as often as they were given."""


class RuleIndex:
    """Rules by what their path begins with, so that of thousands only those near a URL are tried."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_head: dict[bytes, list[Rule]] = {}
        for rule in rules:
            self._by_head.setdefault(rule.pattern.parts[0], []).append(rule)
        self._lengths = sorted({len(head) for head in self._by_head})

    def matching(self, path: bytes) -> Iterator[Rule]:
        for length in self._lengths:
            yield from (rule for rule in self._by_head.get(path[:length], ()) if rule.pattern.matches(path))


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """Agents are product tokens or whole ``User-Agent`` headers."""

    sitemaps: tuple[str, ...]
    """Absolute http(s) URLs."""
    _groups: dict[str, list[Group]]
    """Every group of a product token, in lower case."""
    _indexes: dict[str, RuleIndex] = field(default_factory=dict, init=False, repr=False, compare=False)

    def allowed(self, agent: str, url: str) -> bool:
        """Say whether *agent* may fetch *url*: the longest rule that matches decides, of equals one that allows."""
        paths = path_forms(url)
        if paths[0].partition(b"?")[0] == b"/robots.txt":
            return True
        index = self._index_of(self._token_of(agent))
        matching = (rule for path in paths for rule in index.matching(path))
        return max(matching, default=_OPEN).is_allow

    def crawl_delay(self, agent: str) -> float | None:
        """Return the seconds between two requests, the most of those given."""
        groups = self._groups.get(self._token_of(agent), [])
        return max((seconds for group in groups for seconds in group.delays), default=None)

    def _index_of(self, token: str) -> RuleIndex:
        """Return the rules of all groups of *token*, merged."""
        if token not in self._indexes:
            lists = {id(group.rules): group.rules for group in self._groups.get(token, [])}  # groups may share them
            self._indexes[token] = RuleIndex({rule for rules in lists.values() for rule in rules})
        return self._indexes[token]

    def _token_of(self, agent: str) -> str:
        """Return the token that *agent* obeys: for ``bot-news`` that, else ``bot``, else ``*``."""
        token = product_token(agent)
        while token not in self._groups and "-" in token:
            token = token.rpartition("-")[0]
        return token if token in self._groups else "*"


def product_token(agent: str) -> str:
    """Return ``bot`` for ``Bot/1.0 (...)`` and ``Mozilla/5.0 (compatible; Bot/1.0)``; ``*`` for itself."""
    if agent.split(maxsplit=1)[:1] == ["*"]:
        return "*"
    match = _PRODUCT_RE.match(agent)
    return match[1].lower() if match else ""
