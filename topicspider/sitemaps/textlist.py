"""Text files with a URL on each line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LINE_RE = re.compile(r"^[ \t\0\xa0\ufeff]*+(https?://[^\s\0]++)[ \t\0\xa0]*+$", re.IGNORECASE | re.MULTILINE)
_MAX_LINE = 10_000


def read_lines(texts: Iterable[str], *, is_cut: Callable[[], bool]) -> Iterator[str]:
    """Yield the lines that are a URL and nothing else; without the last one if, when all is read, the end is cut."""
    rest = ""
    for text in texts:
        whole, end, rest = (rest + text.replace("\r", "\n")).rpartition("\n")
        yield from _LINE_RE.findall(whole + end)
        rest = rest[-_MAX_LINE:]
    if not is_cut():
        yield from _LINE_RE.findall(rest)
