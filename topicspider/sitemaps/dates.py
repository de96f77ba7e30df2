"""When an entry says that its page was changed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from topicspider.page.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Callable

_MONTH_RE = re.compile(r"((?:19|20)\d\d)(?:-(0[1-9]|1[0-2]))?")
_ISO_RE = re.compile(r"(?:19|20)\d\d-\d\d-\d\d")
_MAIL_RE = re.compile(r"(?:[A-Z][a-z]+,\s*)?\d{1,2} [A-Z][a-z]{2} (?:19|20)?\d\d \d")
_MAX_CHARS = 64


def read_moment(text: str) -> datetime | None:
    """Return the moment of a date of W3C (ISO 8601), RSS (RFC 822) or prose in UTC, which holds where no zone is named.

    A year, month or day begins then. ``None`` when it is no date.
    """
    text = text.strip()[:_MAX_CHARS]
    if match := _MONTH_RE.fullmatch(text):
        return datetime(int(match[1]), int(match[2] or 1), 1, tzinfo=UTC)
    if _ISO_RE.match(text):
        when = _in_utc(datetime.fromisoformat, text)
    elif _MAIL_RE.match(text):
        when = _in_utc(parsedate_to_datetime, text)
    else:
        when = None
    return when or parse_date(text, UTC)


def _in_utc(parse: Callable[[str], datetime], text: str) -> datetime | None:
    try:
        when = parse(text)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
