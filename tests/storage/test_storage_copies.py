"""The table ``copies``: which pages were not stored since another one brought their content first."""

from __future__ import annotations

from concurrent.futures import wait
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from topicspider.items import CopyItem
from topicspider.storage.files import PageFiles
from topicspider.storage.pages import PageTable
from topicspider.storage.rows import copy_row_of, url_hash
from topicspider.storage.writer import StorageWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from topicspider.items import PageItem

    Make = Callable[..., PageItem]

# As in docs/database.md.
FIRST_SOURCE = """
WITH cluster AS (
    SELECT topic, url_hash AS page_hash, url, published_at, fetched_at FROM pages
    UNION ALL SELECT topic, page_hash, url, published_at, fetched_at FROM copies),
ranked AS (
    SELECT cluster.*, ROW_NUMBER() OVER (
        PARTITION BY topic, page_hash ORDER BY published_at IS NULL, published_at, fetched_at) AS place FROM cluster)
SELECT pages.url AS stored, ranked.url AS first_source
FROM pages JOIN ranked ON ranked.topic = pages.topic AND ranked.page_hash = pages.url_hash AND ranked.place = 1
ORDER BY pages.url
"""


def copy(url: str, page: str = "a", **fields: Any) -> CopyItem:
    given = {"is_near": True, "title": "转载", "host": "b.example", "fetched_at": day(2), **fields}
    return CopyItem(topic="茶", url=url, page_url=f"http://e.example/{page}", **given)


def day(number: int) -> datetime:
    return datetime(2024, 5, number, tzinfo=UTC)


def rows(database: Any) -> list[Any]:
    return list(database.execute("SELECT * FROM copies ORDER BY id"))


def test_every_column_comes_back_as_it_went_in(database: Any, table: PageTable) -> None:
    item = copy("http://b.example/1", published_at=day(1))
    table.write_copies([copy_row_of(item)])
    (row,) = rows(database)
    assert (row["topic"], row["url"], row["page_url"]) == ("茶", "http://b.example/1", "http://e.example/a")
    assert (row["url_hash"], row["page_hash"]) == (url_hash("http://b.example/1"), url_hash("http://e.example/a"))
    assert (row["is_near"], row["title"], row["host"]) == (1, "转载", "b.example")


def test_a_copy_that_comes_again_is_renewed(database: Any, table: PageTable) -> None:
    table.write_copies([copy_row_of(copy("http://b.example/1")), copy_row_of(copy("http://b.example/2"))])
    table.write_copies(
        [copy_row_of(copy("http://b.example/1", "other", is_near=False)), copy_row_of(copy("http://c.example/"))]
    )
    assert [(row["url"], row["page_url"][-5:], row["is_near"]) for row in rows(database)] == [
        ("http://b.example/1", "other", 0),
        ("http://b.example/2", "ple/a", 1),
        ("http://c.example/", "ple/a", 1),
    ]


def test_the_same_copy_twice_in_a_batch_is_one_row(database: Any, table: PageTable) -> None:
    table.write_copies([copy_row_of(copy("http://b.example/1", title=title)) for title in ("一", "二")])
    assert [row["title"] for row in rows(database)] == ["二"]


def test_pages_and_copies_are_written_together(database: Any, table: PageTable, page: Make) -> None:
    writer = StorageWriter(table, PageFiles(None), gather=3)
    try:
        items = [page("a"), copy("http://b.example/1", title="长" * 600), page("b")]
        futures = [writer.submit(item) for item in items]
        wait(futures, timeout=60)
        assert [future.result() for future in futures] == ["inserted", "copy", "inserted"]
        assert writer.counts == {"inserted": 2, "copy": 1, "truncated": 1}
    finally:
        writer.close()
    assert len(rows(database)) == 1
    assert len(database.rows()) == 2


@pytest.mark.parametrize(
    ("published", "copied", "first"),
    [
        (day(3), day(1), "http://b.example/1"),
        (day(1), day(3), "http://e.example/a"),
        (None, day(3), "http://b.example/1"),
        (day(3), None, "http://e.example/a"),
        (None, None, "http://e.example/a"),  # it was fetched first
    ],
)
def test_the_likely_first_source_is_what_was_published_first(
    database: Any, table: PageTable, page: Make, published: datetime | None, copied: datetime | None, first: str
) -> None:
    writer = StorageWriter(table, PageFiles(None))
    item = page("a", published_at=published, fetched_at=day(1))
    futures = [writer.submit(item), writer.submit(copy("http://b.example/1", published_at=copied, fetched_at=day(2)))]
    wait(futures, timeout=60)
    writer.close()
    found = database.execute(FIRST_SOURCE)
    assert [(row["stored"], row["first_source"]) for row in found] == [("http://e.example/a", first)]
