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
YEARS_BACK, YEARS_AHEAD = 30, 1
"""A calendar is followed from so many years ago up to so many ahead."""
_CALENDAR_RE = re.compile(r"(?:cal|calendar|events?|schedule|agenda|rili|month|week|daily)\d*", re.IGNORECASE)
_YEAR_PARAMETER_RE = re.compile(r"(?:y|yr|year|ym|ymd|date|day|month|start|from|nian)", re.IGNORECASE)
_YEAR_RE = re.compile(r"(?<!\d)(\d{4})(?=(?:[-/.]?(?:0?[1-9]|1[0-2])){0,2}(?!\d)|(?!\d))")


def static_refusal(url: str, year: int) -> str:
    """Return why *url* is not to be asked for: ``too_long``, ``too_deep``, ``repeated_segments``, ``facets``,
    ``calendar``; ``""`` for most. *year* is the present one.
    """
    if len(url) > MAX_CHARS:
        return "too_long"
    if url.count("/") <= MAX_SAME_SEGMENTS + 3 and "?" not in url:
        return ""  # most: too short a path to repeat itself
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
    return "calendar" if _is_far_calendar(segments, parameters, year) else ""


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


def _is_far_calendar(segments: Sequence[str], parameters: Sequence[tuple[str, str]], year: int) -> bool:
    years = [value for name, value in parameters if _YEAR_PARAMETER_RE.fullmatch(name)]
    years += [after for before, after in pairwise(segments) if _CALENDAR_RE.fullmatch(before)]
    found = (match for text in years for match in [_YEAR_RE.match(text)] if match)
    return any(not year - YEARS_BACK <= int(match[1]) <= year + YEARS_AHEAD for match in found)
