"""From an item to a row that every database takes: cleaned, cut to length, numbers in range."""

from __future__ import annotations

import hashlib
import math
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Boolean, Double, Integer, String

from topicspider.items import CopyItem
from topicspider.storage.tables import UtcTime, copies, pages

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.types import TypeEngine

    from topicspider.items import PageItem

_NOT_OF_ITEM = {"id", "url_hash", "page_hash", "first_seen_at", "changed_at"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_FIRST_YEAR = 1000  # of MySQL's DATETIME


def row_of(item: PageItem) -> dict[str, object]:
    """Return the columns of ``item``; ``id``, ``first_seen_at`` and ``changed_at`` are the database's to tell."""
    row = _row(item, pages)
    row["content_md5"] = row["content_md5"] or None
    row["simhash"] = None if item.simhash is None else _signed(int(item.simhash))
    return row


def copy_row_of(item: CopyItem) -> dict[str, object]:
    """Return the columns of ``item`` but its ``id``."""
    return {**_row(item, copies), "page_hash": url_hash(item.page_url)}


def _row(item: PageItem | CopyItem, table: Table) -> dict[str, object]:
    row = {c.name: _fit(c.type, getattr(item, c.name)) for c in table.columns if c.name not in _NOT_OF_ITEM}
    # MySQL compares "a" and "a " as equal, whatever the collation.
    row["topic"] = str(row["topic"]).strip()
    row["url_hash"] = url_hash(item.url)
    return row


def cut_columns(item: PageItem | CopyItem) -> list[str]:
    """Return the columns whose text is cut because it is too long."""
    table = copies if isinstance(item, CopyItem) else pages
    limits = {c.name: c.type.length for c in table.columns if isinstance(c.type, String) and c.type.length}
    return [name for name, limit in limits.items() if len(_clean(getattr(item, name) or "")) > limit]


def url_hash(url: str) -> bytes:
    """Return the 16 bytes that name ``url`` in the table and in the folder of HTML files."""
    return hashlib.md5(_clean(url).encode()).digest()


def _fit(kind: TypeEngine[object], value: object) -> object:
    """Return ``value`` as a plain Python value (NumPy's are none to a database driver) that fits the column."""
    if value is None:
        return None
    if isinstance(kind, String):
        return _clean(str(value))[: kind.length]
    if isinstance(kind, Double):
        number = float(value)  # type: ignore[arg-type]
        return number if math.isfinite(number) else 0.0  # MySQL has no NaN and no infinity
    if isinstance(kind, Boolean):
        return bool(value)
    if isinstance(kind, Integer):
        limit = 2 ** (63 if isinstance(kind, BigInteger) else 31)
        return min(max(int(value), -limit), limit - 1)  # type: ignore[call-overload]
    return _utc(value) if isinstance(kind, UtcTime) and isinstance(value, datetime) else value


def _clean(text: str) -> str:
    """Return ``text`` without NUL; halves of a surrogate pair are joined, or become U+FFFD when alone."""
    text = text.replace("\0", "")
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _signed(bits: int) -> int:
    """Return the low 64 bits as the signed number that a BIGINT holds."""
    return (bits + 2**63) % 2**64 - 2**63


def _utc(time: datetime) -> datetime | None:
    """Return ``time`` in UTC, a naive one taken as UTC; None for what no calendar of a database holds."""
    try:
        utc = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except OverflowError:
        return None
    return utc if utc.year >= _FIRST_YEAR else None
