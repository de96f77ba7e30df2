"""Which rows of a batch are new, which renew a known page, and which are copies of another page (pure)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

Outcome = Literal["inserted", "updated", "duplicate", "copy"]
Row = dict[str, Any]
Key = tuple[str, bytes]  # topic, url_hash
Content = tuple[str, str]  # topic, content_md5


@dataclass(frozen=True, slots=True)
class Stored:
    """What the table knows of a page before the batch is written."""

    id: int
    content_md5: str | None
    first_seen_at: datetime
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Plan:
    """The statements of one transaction. ``outcomes`` is aligned with the rows of the batch.

    ``releases`` are ids of rows whose content changes: they give their old hash up first, so that pages may
    exchange contents within a batch without ever breaking the unique key in between.
    """

    outcomes: list[Outcome]
    inserts: list[Row]
    updates: list[Row]
    releases: list[Row]


def plan(rows: Sequence[Row], stored: Mapping[Key, Stored], owners: Mapping[Content, bytes]) -> Plan:
    """Decide on ``rows`` in their order, as if they were written one by one.

    ``stored`` holds the pages of the batch that the table has, ``owners`` the url_hash of the page that has a
    content. A known page whose new content another page has is a duplicate, too: its row stays as it was.
    """
    owner = dict(owners)
    written: dict[Key, Row] = {}
    outcomes: list[Outcome] = []
    for row in rows:
        key, content = (row["topic"], row["url_hash"]), (row["topic"], row["content_md5"])
        if row["content_md5"] is not None and owner.get(content, row["url_hash"]) != row["url_hash"]:
            outcomes.append("duplicate")
            continue
        before = written.get(key) or _seen(stored.get(key))
        outcomes.append("updated" if before else "inserted")
        if before and before["content_md5"] != row["content_md5"]:
            owner.pop((row["topic"], before["content_md5"]), None)
        if row["content_md5"] is not None:
            owner[content] = row["url_hash"]
        written[key] = row | _history(before, row)
    updates = [row | {"stored_id": stored[key].id} for key, row in written.items() if key in stored]
    releases = [
        {"stored_id": stored[key].id}
        for key, row in written.items()
        if key in stored and stored[key].content_md5 not in (None, row["content_md5"])
    ]
    return Plan(outcomes, [row for key, row in written.items() if key not in stored], updates, releases)


def _seen(stored: Stored | None) -> Row | None:
    if stored is None:
        return None
    names = ("content_md5", "first_seen_at", "changed_at")
    return {name: getattr(stored, name) for name in names}


def _history(before: Row | None, row: Row) -> Row:
    if before is None:
        return {"first_seen_at": row["fetched_at"], "changed_at": None}
    changed = before["content_md5"] != row["content_md5"]
    return {
        "first_seen_at": before["first_seen_at"],
        "changed_at": row["fetched_at"] if changed else before["changed_at"],
    }
