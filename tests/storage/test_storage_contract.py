"""What every results database promises, told by the cases of ``storage_rows.json``."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine, event
from sqlalchemy.exc import IntegrityError, OperationalError

from topicspider.exceptions import ConfigError, StorageError
from topicspider.storage.pages import PageTable
from topicspider.storage.rows import row_of, url_hash
from topicspider.storage.tables import SCHEMA_VERSION, pages

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from topicspider.items import PageItem

    Make = Callable[..., PageItem]

LATER = datetime(2024, 2, 1, tzinfo=UTC)


def store(table: PageTable, *items: PageItem) -> list[str]:
    return list(table.write([row_of(item) for item in items]))


def test_every_column_comes_back_as_it_went_in(database: Any, table: PageTable, page: Make) -> None:
    full = page(
        "a",
        parent_url="http://e.example/",
        anchor="茶🍵",
        language="zh-CN",
        etag='W/"1"',
        last_modified=LATER,
        published_at=LATER,
        author="陆羽",
        simhash=2**63 + 5,
        html_path="e.example/x.html",
        content_length=5_000_000_000,
    )
    assert store(table, full) == ["inserted"]
    (row,) = database.rows()
    expected = row_of(full) | {"id": row["id"], "first_seen_at": full.fetched_at, "changed_at": None}
    assert dict(row) == expected
    assert row["url_hash"] == url_hash(full.url)
    assert row["simhash"] % 2**64 == 2**63 + 5
    assert row["fetched_at"].utcoffset() == timedelta(0)


@pytest.mark.parametrize("case", ["ST02", "ST05"])
def test_a_title_is_read_back_identical(
    database: Any, table: PageTable, page: Make, cases: dict[str, Any], case: str
) -> None:
    store(table, page("a", title=cases[case]["title"], anchor=cases[case]["title"]))
    (row,) = database.rows()
    assert row["title"] == row["anchor"] == cases[case]["title"]


def test_a_long_title_is_kept_whole(database: Any, table: PageTable, page: Make, cases: dict[str, Any]) -> None:
    words, times = cases["ST01"]["title"]["repeat"]
    store(table, page("a", title=words * times))
    assert database.rows()[0]["title"] == words * times


def test_no_text_is_too_long(database: Any, table: PageTable, page: Make) -> None:
    text = "𠮷" * 20_000  # four bytes each, in UTF-8 and in utf8mb4
    names = ["title", "charset", "content_type", "host", "anchor", "language", "etag", "author", "parent_url"]
    assert store(table, page("a", url=text, **dict.fromkeys(names, text))) == ["inserted"]
    (row,) = database.rows()
    assert row["title"] == "𠮷" * 512
    assert all(set(row[name]) == {"𠮷"} for name in ["url", *names])


def test_nul_is_removed_and_nothing_after_it_lost(
    database: Any, table: PageTable, page: Make, cases: dict[str, Any]
) -> None:
    store(table, page("a", title=cases["ST03"]["title"]))
    assert database.rows()[0]["title"] == "前后"


def test_halves_of_surrogate_pairs_are_storable(database: Any, table: PageTable, page: Make) -> None:
    store(table, page("a", title="x\ud800y", anchor="\ud83c\udf75", url="http://e.example/\udcff"))
    (row,) = database.rows()
    assert (row["title"], row["anchor"], row["url"]) == ("x\ufffdy", "🍵", "http://e.example/\ufffd")


def test_urls_that_differ_in_case_are_two(database: Any, table: PageTable, page: Make, cases: dict[str, Any]) -> None:
    urls = cases["ST07"]["urls"]
    store(table, *(page(url, url=url) for url in urls))
    assert [row["url"] for row in database.rows()] == urls


def test_topics_and_titles_are_compared_exactly(
    database: Any, table: PageTable, page: Make, cases: dict[str, Any]
) -> None:
    titles = cases["ST08"]["titles"]
    items = [page("a", topic=title, title=title) for title in titles]
    assert store(table, *items) == ["inserted"] * 3
    assert [row["title"] for row in database.rows()] == titles


def test_blanks_around_a_topic_make_no_other_topic(database: Any, table: PageTable, page: Make) -> None:
    assert store(table, page("a", topic="AI")) == ["inserted"]
    assert store(table, page("a", topic="AI ")) == ["updated"]


def test_the_same_batch_again_changes_nothing(database: Any, table: PageTable, page: Make) -> None:
    batch = [page("a"), page("b"), page("copy", content="a")]
    assert store(table, *batch) == ["inserted", "inserted", "duplicate"]
    before = database.rows()
    assert store(table, *batch) == ["updated", "updated", "duplicate"]
    assert database.rows() == before


def test_a_copy_of_a_stored_page_is_a_duplicate(database: Any, table: PageTable, page: Make) -> None:
    store(table, page("a"))
    assert store(table, page("b", content="a"), page("a")) == ["duplicate", "updated"]
    assert len(database.rows()) == 1


def test_a_page_has_duplicates_in_its_own_topic_only(database: Any, table: PageTable, page: Make) -> None:
    assert store(table, page("a"), page("b", content="a", topic="咖啡")) == ["inserted", "inserted"]


@pytest.mark.parametrize("content", [None, ""])
def test_pages_without_text_are_no_duplicates(database: Any, table: PageTable, page: Make, content: str | None) -> None:
    assert store(table, *(page(path, content_md5=content) for path in "ab")) == ["inserted", "inserted"]
    assert [row["content_md5"] for row in database.rows()] == [None, None]


def test_new_content_of_a_known_url_updates_its_row(database: Any, table: PageTable, page: Make) -> None:
    first, second = page("u", content="v1"), page("u", content="v2", title="v2", fetched_at=LATER)
    third = page("u", content="v2", fetched_at=LATER + timedelta(days=1))
    store(table, first)
    (inserted,) = database.rows()
    assert store(table, second) == ["updated"]
    (row,) = database.rows()
    assert (row["id"], row["title"]) == (inserted["id"], "v2")
    assert (row["first_seen_at"], row["fetched_at"], row["changed_at"]) == (first.fetched_at, LATER, LATER)
    store(table, third)
    (row,) = database.rows()
    assert (row["fetched_at"], row["changed_at"]) == (third.fetched_at, LATER)


def test_pages_may_exchange_their_contents_in_one_batch(database: Any, table: PageTable, page: Make) -> None:
    store(table, page("a", content="1"), page("b", content="2"), page("c", content="3"))
    batch = [page("a", content="4"), page("b", content="1"), page("c", content="2"), page("d", content="3")]
    assert store(table, *batch) == ["updated", "updated", "updated", "inserted"]
    assert [row["content_md5"] for row in database.rows()] == [item.content_md5 for item in batch]


def test_times_are_kept_in_utc(database: Any, table: PageTable, page: Make, cases: dict[str, Any]) -> None:
    store(table, page("a", fetched_at=datetime.fromisoformat(cases["ST22"]["fetched_at"])))
    (row,) = database.rows()
    assert row["fetched_at"] == datetime(2023, 12, 31, 16, 30, tzinfo=UTC)
    (raw,) = database.execute("SELECT fetched_at FROM pages")
    assert str(raw["fetched_at"]).startswith("2023-12-31 16:30:00")


def test_sqlite_names_the_zone(sqlite_database: Any, page: Make) -> None:
    table = PageTable(sqlite_database.url)
    table.open()
    store(table, page("a"))
    table.close()
    (raw,) = sqlite_database.execute("SELECT fetched_at FROM pages")
    assert raw["fetched_at"] == "2024-01-02 03:04:05.678901+00:00"


def test_a_batch_is_written_whole_or_not_at_all(database: Any, table: PageTable, page: Make) -> None:
    with pytest.raises(IntegrityError):
        store(table, page("a"), page("b", title=None))
    assert database.rows() == []


def test_another_writer_in_between_is_no_error(database: Any, table: PageTable, page: Make) -> None:
    """The other one stores the same URL and the same content between our reads and our writes."""
    other = PageTable(database.url)
    told: list[list[str]] = []

    def prepare(outcomes: list[Any]) -> None:
        told.append(list(outcomes))
        if len(told) == 1:
            store(other, page("a"), page("copied", content="b"))

    outcomes = table.write([row_of(page("a")), row_of(page("b")), row_of(page("c"))], prepare)
    other.close()
    assert told == [["inserted"] * 3, ["updated", "duplicate", "inserted"]]
    assert outcomes == told[1]
    assert [row["url"][-1] for row in database.rows()] == ["a", "d", "c"]


def test_a_deadlock_is_played_again(mysql_database: Any, page: Make) -> None:
    """Two transactions update the same rows in opposite order; MySQL ends one of them, we begin anew."""
    tables = [PageTable(mysql_database.url) for _ in range(2)]
    tables[0].open()
    store(tables[0], *(page(path) for path in "ab"))
    both = threading.Barrier(2)

    def run(table: PageTable, paths: str) -> None:
        for _ in range(10):
            both.wait()
            store(table, *(page(path) for path in paths))

    thread = threading.Thread(target=run, args=(tables[1], "ba"))
    thread.start()
    run(tables[0], "ab")
    thread.join()
    for table in tables:
        table.close()
    assert len(mysql_database.rows()) == 2


def test_a_foreign_table_is_left_alone(database: Any, table: PageTable) -> None:
    database.execute("DROP TABLE topicspider_schema")
    with pytest.raises(StorageError, match="a table 'pages' that TopicSpider did not make"):
        PageTable(database.url).open()


def test_another_version_is_refused(database: Any, table: PageTable) -> None:
    database.execute(f"UPDATE topicspider_schema SET version = {SCHEMA_VERSION + 1}")
    told = f"has schema version {SCHEMA_VERSION + 1}, this TopicSpider reads version {SCHEMA_VERSION}"
    with pytest.raises(StorageError, match=told):
        PageTable(database.url).open()


def test_opening_again_keeps_the_rows_and_completes_the_tables(database: Any, table: PageTable, page: Make) -> None:
    store(table, page("a"))
    (index,) = (index for index in pages.indexes if index.name == "pages_host")
    engine = create_engine(database.url)
    index.drop(engine)
    again = PageTable(database.url)
    again.open()
    again.close()
    with pytest.raises(OperationalError):
        index.create(engine)  # it is there again
    engine.dispose()
    assert len(database.rows()) == 1


def test_the_password_is_never_shown() -> None:
    with pytest.raises(StorageError) as caught:
        PageTable("mysql+pymysql://user:geheim@127.0.0.1:1/db").open()
    assert "cannot open the database mysql+pymysql://user:***@127.0.0.1:1/db: " in str(caught.value)
    assert "start the server or set TOPIC_DATABASE_URL" in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["mysq://user:geheim@host/db", "pages.sqlite3", "mysql+pymysql://user:geheim@host:port/db", "sqlite://", ""],
)
def test_a_url_that_names_no_database_is_a_config_error(url: str) -> None:
    with pytest.raises(ConfigError, match="TOPIC_DATABASE_URL=") as caught:
        PageTable(url)
    assert "geheim" not in str(caught.value)
    assert "mysql+pymysql://user:password@host/database" in str(caught.value)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.sqlite3"
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.raises(StorageError, match=r"cannot open the database sqlite:.*file is not a database"):
        PageTable(f"sqlite:///{path}").open()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot create the folder"):
        PageTable(f"sqlite:///{tmp_path}/file/pages.sqlite3").open()


def test_sqlite_is_opened_for_many_readers_and_lasting_commits(sqlite_database: Any) -> None:
    table = PageTable(sqlite_database.url)
    found = []

    def look(connection: sqlite3.Connection, *_: object) -> None:
        pragmas = ("journal_mode", "synchronous", "busy_timeout")
        found.append([connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas])

    event.listen(table._engine, "checkout", look)
    table.open()
    table.close()
    assert found[0] == ["wal", 2, 30_000]


def test_mysql_tables_are_utf8mb4_and_binary(mysql_database: Any) -> None:
    table = PageTable(mysql_database.url + "?charset=latin1")
    table.open()
    table.close()
    columns = mysql_database.execute(
        "SELECT column_name AS name, collation_name AS rule FROM information_schema.columns"
        " WHERE table_schema = DATABASE() AND table_name = 'pages' AND collation_name IS NOT NULL"
    )
    rules = {row["name"]: row["rule"] for row in columns}
    assert rules.pop("content_md5") == "ascii_bin"
    assert set(rules.values()) == {"utf8mb4_bin"}
