"""Addresses that only a trap has, told by themselves."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CHARS = 512
MAX_SEGMENTS = 12
MAX_PARAMETERS = 8
MAX_SAME_SEGMENTS = 2
_SLASHES_OF_THREE_SEGMENTS = 5
YEARS_BACK, YEARS_AHEAD = 30, 1
"""A calendar is followed from so many years ago up to so many ahead."""
_CALENDAR_RE = re.compile(r"(?:cal|calendar|events?|schedule|agenda|rili|monthly|weekly)\d*", re.IGNORECASE)
_SUSPECT_RE = re.compile(rf"/([^/]+)/\1/\1(?:/|$)|/{_CALENDAR_RE.pattern}(?:/|$)", re.IGNORECASE)
_YEAR_NAMES = frozenset({"y", "yr", "year", "nian"})
_MONTH_NAMES = frozenset({"m", "mon", "month", "yue"})
_YEAR_RE = re.compile(r"\d{4}(?!\d)")


def static_refusal(url: str, year: int) -> str:
    """Return why *url* is not to be asked for: ``too_long``, ``too_deep``, ``repeated_segments``, ``facets``,
    ``calendar``; ``""`` for most. *year* is the present one.
    """
    if len(url) > MAX_CHARS:
        return "too_long"
    if url.count("/") <= _SLASHES_OF_THREE_SEGMENTS and "?" not in url and not _SUSPECT_RE.search(url):
        return ""  # most: too short to repeat itself otherwise
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(segments) > MAX_SEGMENTS:
        return "too_deep"
    if _repeats(segments):
        return "repeated_segments"
    parameters = parse_qsl(parts.query, keep_blank_values=True)
    if len(parameters) > MAX_PARAMETERS:
        return "facets"
    return "calendar" if _is_far(_calendar_years(segments, parameters), year) else ""


def is_calendar(url: str) -> bool:
    """Say whether *url* is one of a calendar: a word in its path says so, or it names a year and a month."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if any(_CALENDAR_RE.fullmatch(segment) for segment in parts.path.split("/")):
        return True
    names = {field.partition("=")[0].lower() for field in parts.query.split("&")}
    return not names.isdisjoint(_YEAR_NAMES) and not names.isdisjoint(_MONTH_NAMES)


def _repeats(segments: Sequence[str]) -> bool:
    """Say whether a word comes more than twice, or two or more segments come again right after themselves."""
    words = [segment for segment in segments if not segment.isdigit()]
    if any(words.count(word) > MAX_SAME_SEGMENTS for word in set(words)):
        return True
    for length in range(2, len(segments) // 2 + 1):
        for start in range(len(segments) - 2 * length + 1):
            cycle = segments[start : start + length]
            if cycle == segments[start + length : start + 2 * length] and not all(map(str.isdigit, cycle)):
                return True
    return False


def _calendar_years(segments: Sequence[str], parameters: Sequence[tuple[str, str]]) -> list[str]:
    """Return what stands in the place of the year, after a word in the path or beside a month among the parameters."""
    years = [after for before, after in pairwise(segments) if _CALENDAR_RE.fullmatch(before)]
    names = {name.lower() for name, _ in parameters}
    is_dated = bool(years) or any(map(_CALENDAR_RE.fullmatch, segments)) or not names.isdisjoint(_MONTH_NAMES)
    return [*years, *(value for name, value in parameters if is_dated and name.lower() in _YEAR_NAMES)]


def _is_far(years: Sequence[str], present: int) -> bool:
    found = [int(match[0]) for match in map(_YEAR_RE.match, years) if match]
    return any(not present - YEARS_BACK <= year <= present + YEARS_AHEAD for year in found)
