"""The keyword file: one keyword a line, its weight after a TAB.

``#`` at the start of a line makes it a comment, ``-游戏`` is a negative keyword. People also write the weight after
spaces (茶叶 3) and several keywords in a line (茶叶、绿茶): both are read where they cannot mean anything else.
"""

from __future__ import annotations

import logging
import re
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

_SEPARATORS_RE = re.compile("[,、;]")  # NFKC has made these of ， and ；
_DECIMAL_COMMA_RE = re.compile(r"\t *(\d+,\d+)")
_TRAILING_NUMBER_RE = re.compile(r"(.*\S) ([-+]?\d+(?:\.\d+)?)")
_MINUS = ("-", "\u2212")


class _Entry(NamedTuple):
    line: int
    keyword: str
    weight: float


def load_keywords(path: str | Path) -> dict[str, float]:
    """Keyword → weight in the order of the file; a negative keyword has a negative weight.

    Keywords are NFKC and case folded; two that differ only as traditional and simplified characters do are one.
    Raises ``KeywordFileError`` with the path, and with the line where there is one.
    """
    text = keyword_form(read_text(path, error=KeywordFileError))
    try:
        entries = [entry for number, line in _lines(text) for entry in _entries(number, line)]
        keywords, remarks = _unique(entries)
    except ValueError as problem:
        raise KeywordFileError(f"{path}: {problem}") from None
    for remark in remarks:
        logger.warning("%s: %s", path, remark)
    if not any(weight > 0 for weight in keywords.values()):
        raise KeywordFileError(f"{path}: there is no keyword with a weight above 0 in it; write one keyword a line")
    return keywords


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
        return _Entry(number, keyword[1:].lstrip(), -value)
    return _Entry(number, keyword, value)


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
    return {entry.keyword: entry.weight for entry in first.values()}, remarks


def _remark(what: str, entries: Sequence[_Entry]) -> str:
    return f"keywords {what}: {len(entries)}, the first is {entries[0].keyword!r} on line {entries[0].line}"
