"""From the ways pages write a date to a moment in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

CHINA = timezone(timedelta(hours=8))
"""What a Chinese page means when it names no zone."""
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=1)
_MAX_CHARS = 64
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AMERICAN = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
"""Hours east of UTC (RFC 822); on a page of China ``CST`` is China's own time."""
_ZONE = rf"Z\b|(?:UTC|GMT)?[+-]\d\d(?::?\d\d(?!\d)|(?![\d:]))|(?:UTC|GMT|{'|'.join(_AMERICAN)})\b"
_TIME = (
    r"(?P<half>凌晨|早上|上午|中午|下午|晚上)?\s{0,2}(?P<hour>[01]?\d|2[0-3])(?:[:：时点])(?P<minute>[0-5]\d)"
    r"(?:[:：分](?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?:\s?(?P<ampm>[AaPp])\.?[Mm]\b)?"
    rf"(?:\s?(?P<zone>{_ZONE}))?"
)
_DATE_RE = re.compile(
    r"(?<![\d.])(?P<year>(?:19|20)\d\d)(?:(?P<sep>[-/.])|\s?年\s?)(?P<month>1[0-2]|0?[1-9])(?(sep)(?P=sep)|\s?月\s?)"
    r"(?P<day>3[01]|[12]\d|0?[1-9])(?!\d)(?(sep)|\s?[日号]?)"
    rf"(?:\s?[(（]?(?:星期|周)[一二三四五六日天][)）]?)?(?:[T\s,，]{{0,3}}{_TIME})?"
)
"""``2024-05-01``, ``2024/5/1``, ``2024.05.01``, ``2024年5月1日``, each with or without time of day and zone."""
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR_AND_TIME = rf"(?P<year>(?:19|20)\d\d)\b(?:,?\s(?:at\s|[-–|]\s)?{_TIME})?"
_ENGLISH_RES = (
    re.compile(rf"\b{_MONTH}\s{_DAY},?\s{_YEAR_AND_TIME}", re.IGNORECASE),
    re.compile(rf"\b{_DAY}[\s-]{_MONTH},?[\s-]{_YEAR_AND_TIME}", re.IGNORECASE),
)
"""``May 1st, 2024`` and ``1 May 2024``, the forms of e-mail and of JavaScript among them."""
_COMPACT_RE = re.compile(
    r"(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
    r"(?:T?(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?P<second>[0-5]\d))?(?P<zone>Z?)(?P<half>)(?P<ampm>)"
)
_EPOCH_RE = re.compile(r"(\d{10})(?:\d{3})?")
_WEEKDAY_RE = re.compile(r"[A-Z][a-z]{2,8},?\s")


def parse_date(text: str, zone: tzinfo) -> datetime | None:
    """Return the moment that a declared value such as ``2024-05-01T12:30:00+08:00`` names, in UTC.

    *zone* is what a value without one means; a day without a time begins there. Seconds and milliseconds since 1970
    and the forms of e-mail and English prose are read too. ``None`` when it is no date.
    """
    text = text.strip()[:_MAX_CHARS]
    if match := _DATE_RE.match(text) or _COMPACT_RE.fullmatch(text):
        return moment(match, zone)
    if match := _EPOCH_RE.fullmatch(text):
        return datetime.fromtimestamp(int(match[1]), UTC)
    weekday = _WEEKDAY_RE.match(text)
    start = weekday.end() if weekday else 0
    for form in _ENGLISH_RES:
        if match := form.match(text) or form.match(text, start):
            return moment(match, zone)
    return None


def find_dates(text: str) -> Iterator[re.Match[str]]:
    """Yield the dates that stand in *text*, for ``moment``: those in figures, then those in English words."""
    yield from _DATE_RE.finditer(text)
    for form in _ENGLISH_RES:
        yield from form.finditer(text)


def moment(match: re.Match[str], zone: tzinfo) -> datetime | None:
    """Return the moment of a match of ``find_dates`` in UTC, ``None`` for a day that does not exist."""
    month = match["month"]
    try:
        local = datetime(
            *(int(match["year"]), int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1),
            *(int(match["day"]), _hour(match), int(match["minute"] or 0), int(match["second"] or 0)),
            tzinfo=_zone(match["zone"] or "", zone),
        )
        return local.astimezone(UTC)
    except ValueError:
        return None


def is_plausible(when: datetime, now: datetime) -> bool:
    """Say whether a page of the web can have been published then: from 1990 to a day after *now*."""
    return EARLIEST <= when <= now + _AHEAD


def _hour(match: re.Match[str]) -> int:
    hour = int(match["hour"] or 0)
    ampm = (match["ampm"] or "").lower()
    if (ampm == "p" or match["half"] in ("下午", "晚上")) and hour < 12:
        return hour + 12
    if (ampm == "a" or match["half"] in ("凌晨", "上午")) and hour == 12:
        return 0
    return hour


def _zone(text: str, default: tzinfo) -> tzinfo:
    """Return the zone of ``Z``, ``+08:00``, ``GMT+0800``, ``+08``, ``PST``; *default* when there is none."""
    text = text.upper()
    if not text or (text == "CST" and default is CHINA):
        return default
    if text in _AMERICAN:
        return timezone(timedelta(hours=_AMERICAN[text]))
    digits = text.lstrip("UTCGMZ").replace(":", "")
    if not digits:
        return UTC
    offset = timedelta(hours=int(digits[1:3]), minutes=int(digits[3:] or 0))
    return timezone(-offset if digits[0] == "-" else offset)
