"""From the ways pages write a date to a moment in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime

CHINA = timezone(timedelta(hours=8))
"""What a Chinese page means when it names no zone."""
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=1)
_TIME = (
    r"(?P<half>上午|下午|晚上|中午)?\s{0,2}(?P<hour>[01]?\d|2[0-3])(?::|：|时|点)(?P<minute>[0-5]\d)"
    r"(?:(?::|：|分)(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?:\s?(?P<ampm>[AP]M)\b)?"
    r"(?:\s?(?P<zone>Z\b|UTC|GMT|CST|[+-]\d\d:?\d\d(?!\d)|[+-]\d\d(?![\d:])))?"
)
DATE_RE = re.compile(
    r"(?<![\d.])(?P<year>(?:19|20)\d\d)(?:(?P<sep>[-/.])|\s?年\s?)(?P<month>0?[1-9]|1[0-2])(?(sep)(?P=sep)|\s?月\s?)"
    rf"(?P<day>3[01]|[12]\d|0?[1-9])(?!\d)(?(sep)|\s?[日号]?)(?:[T\s\xa0,，]{{0,3}}{_TIME})?",
)
"""``2024-05-01``, ``2024/5/1``, ``2024.05.01``, ``2024年5月1日``, each with or without time of day and zone."""
_COMPACT_RE = re.compile(
    r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T?([01]\d|2[0-3])([0-5]\d)([0-5]\d))?(Z?)"
)
_EPOCH_RE = re.compile(r"\d{10}(?:\d{3})?")
_WORDY_RE = re.compile(
    r"(?:[A-Za-z]{3,9},?\s)?(?:(\d{1,2})\s)?([A-Za-z]{3,9})\.?\s(?:(\d{1,2})(?:st|nd|rd|th)?,?\s)?(\d{4})\b"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MAX_CHARS = 64


def parse_date(text: str, zone: tzinfo) -> datetime | None:
    """Return the moment that a declared value such as ``2024-05-01T12:30:00+08:00`` names, in UTC.

    *zone* is what a value without one means; a day without a time begins there. Seconds and milliseconds since 1970
    and the forms of e-mail and English prose are read too. ``None`` when it is no date.
    """
    text = text.strip()[:_MAX_CHARS]
    if match := DATE_RE.match(text):
        return moment(match, zone)
    try:
        if match := _COMPACT_RE.fullmatch(text):
            year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC if match[7] else zone).astimezone(UTC)
        if _EPOCH_RE.fullmatch(text):
            return datetime.fromtimestamp(int(text[:10]), UTC)
        return _wordy(text, zone) if text[:1].isascii() and any(month in text.lower() for month in _MONTHS) else None
    except (ValueError, OverflowError, TypeError):
        return None


def moment(match: re.Match[str], zone: tzinfo) -> datetime | None:
    """Return the moment of a match of ``DATE_RE`` in UTC, ``None`` for a day or an hour that does not exist."""
    hour = int(match["hour"] or 0)
    if (match["half"] in ("下午", "晚上") or match["ampm"] == "PM") and hour < 12:
        hour += 12
    elif (match["half"] == "上午" or match["ampm"] == "AM") and hour == 12:
        hour = 0
    try:
        local = datetime(
            *(int(match["year"]), int(match["month"]), int(match["day"])),
            *(hour, int(match["minute"] or 0), int(match["second"] or 0)),
            tzinfo=_zone(match["zone"]) or zone,
        )
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def is_plausible(when: datetime, now: datetime) -> bool:
    """Say whether a page of the web can have been published then: from 1990 to a day after *now*."""
    return EARLIEST <= when <= now + _AHEAD


def _zone(text: str | None) -> tzinfo | None:
    if not text:
        return None
    if text == "CST":
        return CHINA
    if text in ("Z", "UTC", "GMT"):
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset)


def _wordy(text: str, zone: tzinfo) -> datetime | None:
    if match := _WORDY_RE.match(text):
        month = _MONTHS.index(match[2][:3].lower()) + 1
        day = match[1] or match[3]
        if ":" not in text and day:
            return datetime(int(match[4]), month, int(day), tzinfo=zone).astimezone(UTC)
    when = parsedate_to_datetime(text)
    return (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(UTC)
