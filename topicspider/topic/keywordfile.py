"""Keyword files that a program writes, for a person to read and change; and what changed between two."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from topicspider.topic.fold import fold
from topicspider.topic.keywords import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topicspider.topic.learn import Learned

_UNWRITABLE_RE = re.compile(r"^[-#@\u2212]|[,、;\t\n]| = ")
_SMALLEST_CHANGE = 0.01


def is_writable(keyword: str) -> bool:
    """Whether a keyword file can hold it: no separator in it, no sign before it."""
    return not _UNWRITABLE_RE.search(keyword)


def render(learned: Sequence[Learned], *, about: Sequence[str], examples: int, threshold: float | None = None) -> str:
    """Return a keyword file; *about* are lines of comment for its head, and each keyword has its reason above it."""
    lines = [f"# {line}" for line in about]
    if threshold is not None:
        lines += ["# From where on a page is relevant, by cross-validation:", f"@threshold {threshold:.3f}"]
    for item in learned:
        lines += ["", f"# {_reason(item, examples)}", f"{item.keyword}\t{_weight(item.weight)}"]
    return "".join(f"{line}\n" for line in lines)


def _reason(item: Learned, examples: int) -> str:
    if not item.pages:
        return "the name of the topic"
    often = f"; at least {item.lift:.0f} times as often as elsewhere" if item.lift >= 2 else ""
    return f"on {item.pages} of {examples} examples, on {item.background:.1%} of other pages{often}"


def _weight(weight: float) -> str:
    return f"{max(weight, 0.01):.2f}".rstrip("0").rstrip(".")


class Change(NamedTuple):
    """*old* and *new* weight of a keyword; ``None`` where it is not in the file."""

    keyword: str
    old: float | None
    new: float | None

    def __str__(self) -> str:
        if self.old is None:
            return f"+ {self.keyword}\t{self.new:.2f}"
        if self.new is None:
            return f"- {self.keyword}\t{self.old:.2f}"
        return f"~ {self.keyword}\t{self.old:.2f} → {self.new:.2f}"


def reweigh(keywords: Mapping[str, float], learned: Sequence[Learned]) -> dict[str, float]:
    """Return *keywords* with the weights that their pages speak for, and what they lack.

    Half of a weight is the old one, half the learned one, 0 for what was not learned; both are scaled so that the
    largest is the file's largest. A negative keyword stays as it is, but goes when the examples have it.
    """
    scale = max(weight for weight in keywords.values() if weight > 0) / max(item.weight for item in learned)
    found = {item.keyword: item.weight * scale for item in learned}
    result = {}
    for keyword, weight in keywords.items():
        names = [fold(name).strip() for name in names_of(keyword)]
        new = max(found.pop(name, 0.0) for name in names)
        if weight > 0:
            result[keyword] = (weight + new) / 2
        elif not new:
            result[keyword] = weight
    return result | {keyword: weight / 2 for keyword, weight in found.items()}


def changes(old: Mapping[str, float], new: Mapping[str, float]) -> Iterator[Change]:
    """What is different, in the order of the files."""
    for keyword in dict.fromkeys([*old, *new]):
        change = Change(keyword, old.get(keyword), new.get(keyword))
        if change.old is None or change.new is None or abs(change.old - change.new) >= _SMALLEST_CHANGE:
            yield change


def rewritten(text: str, weights: Mapping[str, float]) -> str:
    """Return the head of *text*, a keyword file, up to its first keyword, and then *weights*, one a line."""
    head = list(takewhile(lambda line: not line.strip() or line.startswith("#"), text.splitlines()))
    options = [line for line in text.splitlines() if line.startswith("@")]
    keywords = [f"{'-' if weight < 0 else ''}{name}\t{_weight(abs(weight))}" for name, weight in weights.items()]
    return "".join(f"{line}\n" for line in [*head, *options, *keywords])
