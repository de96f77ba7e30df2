from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from topicspider.storage.plan import Stored, plan

FIRST, SECOND, THIRD = (datetime(2024, 1, day, tzinfo=UTC) for day in (1, 2, 3))


def row(url: bytes, content: str | None, at: datetime = SECOND) -> dict[str, Any]:
    return {"topic": "茶", "url_hash": url, "content_md5": content, "fetched_at": at}


def test_a_page_twice_in_a_batch_is_one_insert_of_the_later_state() -> None:
    planned = plan([row(b"a", "1", FIRST), row(b"a", "2", SECOND), row(b"a", "2", THIRD)], {}, {})
    assert planned.outcomes == ["inserted", "updated", "updated"]
    assert planned.inserts == [row(b"a", "2", THIRD) | {"first_seen_at": FIRST, "changed_at": SECOND}]
    assert not planned.updates
    assert not planned.releases


def test_a_copy_within_the_batch_is_a_duplicate_until_the_content_is_given_up() -> None:
    planned = plan([row(b"a", "1"), row(b"b", "1"), row(b"a", "2"), row(b"c", "1")], {}, {})
    assert planned.outcomes == ["inserted", "duplicate", "updated", "inserted"]
    assert [(insert["url_hash"], insert["content_md5"]) for insert in planned.inserts] == [(b"a", "2"), (b"c", "1")]


def test_a_known_page_with_the_content_of_another_keeps_its_row() -> None:
    stored = {("茶", b"a"): Stored(7, "1", FIRST, None)}
    planned = plan([row(b"a", "2")], stored, {("茶", "2"): b"b"})
    assert planned.outcomes == ["duplicate"]
    assert not planned.updates


def test_contents_that_change_are_given_up_first() -> None:
    stored = {("茶", b"a"): Stored(7, "1", FIRST, None), ("茶", b"b"): Stored(8, None, FIRST, FIRST)}
    planned = plan([row(b"a", None), row(b"b", "1")], stored, {("茶", "1"): b"a"})
    assert planned.outcomes == ["updated", "updated"]
    assert planned.releases == [{"stored_id": 7}]
    assert planned.updates == [
        row(b"a", None) | {"first_seen_at": FIRST, "changed_at": SECOND, "stored_id": 7},
        row(b"b", "1") | {"first_seen_at": FIRST, "changed_at": SECOND, "stored_id": 8},
    ]
