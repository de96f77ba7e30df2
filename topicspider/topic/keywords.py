"""The keyword file: one keyword a line, its weight after a TAB.

``#`` at the start of a line makes it a comment, ``-游戏`` is a negative keyword, ``大模型 = 大语言模型 = LLM`` is one
keyword with three names, ``@threshold 0.12`` says from where on a page is relevant. People also write the weight after
spaces (茶叶 3) and several keywords in a line (茶叶、绿茶): both are read where they cannot mean anything else.
"""

from __future__ import annotations

import logging
import math
import re
from collections import Counter
from string import punctuation
from typing import TYPE_CHECKING, NamedTuple

from topicspider.exceptions import KeywordFileError
from topicspider.topic.characters import is_han
from topicspider.topic.fold import SEPARATOR, fold_all, keyword_form
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

logger = logging.getLogger(__name__)

LONGEST_LINE = 200
HEAVIEST = 1000.0
HIGHEST_THRESHOLD = 5.5
SYNONYM = " = "
_THRESHOLD = "@threshold"

_SEPARATORS_RE = re.compile("[,、;]")  # NFKC has made these of ， and ；
_DECIMAL_COMMA_RE = re.compile(r"\t *(\d+,\d+)")
_TRAILING_NUMBER_RE = re.compile(r"(.*\S) ([-+]?\d+(?:\.\d+)?)")
_MINUS = ("-", "\u2212")


class _Entry(NamedTuple):
    line: int
    keyword: str
    weight: float
    is_given: bool


class KeywordFile(NamedTuple):
    """Keyword → weight in the order of the file; *threshold* is ``None`` where the file names none."""

    keywords: dict[str, float]
    threshold: float | None = None
    has_weights: bool = True

    def weighted(self) -> dict[str, float]:
        """The keywords with weights from the file itself where it gives none: 1 + ln n.

        n is how many keywords have this one in them, itself included: what a topic's owner says again and again.
        """
        if self.has_weights:
            return self.keywords
        from ahocorasick_rs import AhoCorasick

        names = list(self.keywords)
        folded = fold_all(names).split(SEPARATOR)
        found = AhoCorasick(folded).find_matches_as_indexes(SEPARATOR.join(folded), overlapping=True)
        counts = Counter(number for number, _, _ in found)
        return {
            name: math.copysign(1 + math.log(counts[at] or 1), self.keywords[name]) for at, name in enumerate(names)
        }


def load_keywords(path: str | Path) -> dict[str, float]:
    """The keywords of ``read_keyword_file``."""
    return read_keyword_file(path).keywords


def read_keyword_file(path: str | Path) -> KeywordFile:
    """Read a keyword file; a negative keyword has a negative weight, one without a weight has 1.

    Keywords are NFKC and case folded; two that differ only as traditional and simplified characters do are one. A group
    of synonyms is one keyword, ``" = "`` between its names. Raises ``KeywordFileError`` with the path, and with the
    line where there is one.
    """
    text = keyword_form(read_text(path, error=KeywordFileError))
    try:
        lines = list(_lines(text))
        threshold = _threshold(lines)
        entries = [
            entry for number, line in lines if not line.startswith(_THRESHOLD) for entry in _entries(number, line)
        ]
        keywords, remarks = _unique(entries)
    except ValueError as problem:
        raise KeywordFileError(f"{path}: {problem}") from None
    for remark in remarks:
        logger.warning("%s: %s", path, remark)
    if not any(weight > 0 for weight in keywords.values()):
        raise KeywordFileError(f"{path}: there is no keyword with a weight above 0 in it; write one keyword a line")
    return KeywordFile(keywords, threshold, any(entry.is_given for entry in entries))


def names_of(keyword: str) -> tuple[str, ...]:
    """The names of a group of synonyms; of any other keyword itself."""
    return tuple(name for part in keyword.split(SYNONYM) if (name := part.strip())) or (keyword,)


def _threshold(lines: Sequence[tuple[int, str]]) -> float | None:
    given = [(number, line) for number, line in lines if line.startswith(_THRESHOLD)]
    if not given:
        return None
    if len(given) > 1:
        raise ValueError(f"@threshold stands on line {given[0][0]} and {given[1][0]}; keep one of the two lines")
    number, line = given[0]
    try:
        value = float(line.removeprefix(_THRESHOLD))
    except ValueError:
        value = 0.0
    if not 0 < value <= HIGHEST_THRESHOLD:
        raise ValueError(f"bad threshold on line {number}: {line!r}; write a number above 0, as in @threshold 0.15")
    return value


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of the lines that say something."""
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line.startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            raise ValueError(
                f"line {number} has {len(line)} characters; a line has at most {LONGEST_LINE}, with one keyword"
            )
        yield number, line


def _entries(number: int, line: str) -> Iterator[_Entry]:
    """The keywords of one line. One weight at its end is for all of them; with more TABs each has its own."""
    if decimal := _DECIMAL_COMMA_RE.fullmatch(line[line.rfind("\t") :]):
        raise _bad_weight(number, decimal[1])
    items = [item.strip() for item in _SEPARATORS_RE.split(line) if item.strip()]
    common = "" if any("\t" in item for item in items[:-1]) else line.partition("\t")[2]
    for item in items:
        keyword, _, weight = item.partition("\t")
        keyword = " ".join(keyword.split())
        own = _TRAILING_NUMBER_RE.fullmatch(keyword)
        if own and is_han(own[1][-1]) and (len(items) > 1 or not common):
            keyword, weight = own.groups()
        yield _entry(number, keyword, weight or common)


def _entry(number: int, keyword: str, weight: str) -> _Entry:
    value = _weight(number, weight) if weight else 1.0
    if keyword.startswith(_MINUS) and len(keyword) > 1:
        return _Entry(number, SYNONYM.join(names_of(keyword[1:].lstrip())), -value, bool(weight))
    return _Entry(number, SYNONYM.join(names_of(keyword)), value, bool(weight))


def _weight(number: int, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        raise _bad_weight(number, text) from None
    if not 0 <= weight <= HEAVIEST:  # NaN neither
        raise _bad_weight(number, text)
    return weight


def _bad_weight(number: int, text: str) -> ValueError:
    return ValueError(
        f"bad weight on line {number}: {text.strip()!r}; a weight is a number above 0 and up to {HEAVIEST:g},"
        " and a negative keyword is written -keyword"
    )


def _unique(entries: Sequence[_Entry]) -> tuple[dict[str, float], list[str]]:
    """The keywords that count, each once, and what there is to say about the others."""
    zeros = [entry for entry in entries if not entry.weight]
    signs = [entry for entry in entries if entry.weight and not entry.keyword.strip(punctuation)]
    named = [entry for entry in entries if entry.weight and entry.keyword.strip(punctuation)]
    first: dict[str, _Entry] = {}
    repeated = []
    for entry, folded in zip(named, fold_all(entry.keyword for entry in named).split(SEPARATOR), strict=False):
        known = first.setdefault(folded, entry)
        if known.weight != entry.weight:
            raise ValueError(
                f"{known.keyword!r} has the weight {known.weight:g} on line {known.line}"
                f" and {entry.weight:g} on line {entry.line}; keep one of the two lines"
            )
        if known is not entry:
            repeated.append(entry)
    groups = {"with weight 0 ignored": zeros, "without a letter ignored": signs, "repeated, counted once": repeated}
    remarks = [_remark(what, group) for what, group in groups.items() if group]
    _check_groups(list(first.values()))
    return {entry.keyword: entry.weight for entry in first.values()}, remarks


def _check_groups(entries: Sequence[_Entry]) -> None:
    """No name of a group may stand elsewhere too: which of the two would a mention be?"""
    if not any(SYNONYM in entry.keyword for entry in entries):
        return
    named = [(name, entry) for entry in entries for name in names_of(entry.keyword)]
    seen: dict[str, _Entry] = {}
    for (name, entry), folded in zip(named, fold_all(name for name, _ in named).split(SEPARATOR), strict=True):
        other = seen.setdefault(folded, entry)
        if other is not entry:
            raise ValueError(f"{name!r} stands on line {other.line} and {entry.line}; keep one of the two")


def _remark(what: str, entries: Sequence[_Entry]) -> str:
    return f"keywords {what}: {len(entries)}, the first is {entries[0].keyword!r} on line {entries[0].line}"
