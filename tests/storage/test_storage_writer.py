"""``StorageWriter`` over real databases: nothing is lost, whatever happens to the server, the disk or a single page."""

from __future__ import annotations

import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, make_url

from topicspider.exceptions import StorageError
from topicspider.storage.files import PageFiles, file_path
from topicspider.storage.pages import PageTable
from topicspider.storage.writer import StorageWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

    from topicspider.items import PageItem

    Make = Callable[..., PageItem]
    Open = Callable[..., StorageWriter]

PATIENCE = 60  # seconds for a future that will come; a hang is a failure, not a wait for ever


@pytest.fixture
def files(tmp_path: Path) -> PageFiles:
    return PageFiles(tmp_path / "html")


@pytest.fixture
def open_writer() -> Iterator[Open]:
    opened: list[tuple[PageTable, StorageWriter]] = []

    def make(url: str, files: PageFiles | None = None, *, busy_seconds: float = 30.0, **options: Any) -> StorageWriter:
        table = PageTable(url, busy_seconds=busy_seconds)
        table.open()
        opened.append((table, StorageWriter(table, files or PageFiles(None), **options)))
        return opened[-1][1]

    yield make
    for table, writer in opened:
        writer.close(timeout=0)
        table.close()


def results(futures: list[Future[Any]]) -> list[str]:
    return [future.result(PATIENCE) for future in futures]


class Events:
    """Hears of the writer's events; ``retry`` is set when the database was found away."""

    def __init__(self) -> None:
        self.retry = threading.Event()

    def __call__(self, name: str, count: int) -> None:
        if name == "retry":
            self.retry.set()


def test_each_page_learns_what_became_of_it(
    database: Any, open_writer: Open, files: PageFiles, page: Make, tmp_path: Path
) -> None:
    writer = open_writer(database.url, files)
    assert results([writer.submit(page("a"))]) == ["inserted"]
    again = [writer.submit(item) for item in (page("a"), page("copy", content="a"), page("b"), page("none", body=b""))]
    assert results(again) == ["updated", "duplicate", "inserted", "inserted"]
    assert writer.counts == {"inserted": 3, "updated": 1, "duplicate": 1}
    rows = {row["url"]: row["html_path"] for row in database.rows()}
    assert rows.pop("http://e.example/none") is None
    found = {str(file.relative_to(tmp_path / "html")) for file in (tmp_path / "html").rglob("*.*") if file.is_file()}
    assert found == set(rows.values())
    assert (tmp_path / "html" / rows["http://e.example/a"]).read_bytes() == b'<meta charset="utf-8"><p>a'


def test_a_duplicate_leaves_the_file_of_its_older_state_alone(
    database: Any, open_writer: Open, files: PageFiles, page: Make, tmp_path: Path
) -> None:
    writer = open_writer(database.url, files)
    results([writer.submit(page("a")), writer.submit(page("b"))])
    assert results([writer.submit(page("b", content="a", body=b"as a"))]) == ["duplicate"]
    path = tmp_path / "html" / file_path("http://e.example/b", "html")
    assert path.read_bytes() == b'<meta charset="utf-8"><p>b'


def test_a_page_that_another_process_copied_meanwhile_leaves_no_file(
    database: Any, open_writer: Open, page: Make, tmp_path: Path
) -> None:
    other = open_writer(database.url)

    class Slow(PageFiles):
        def write(self, items: Iterable[PageItem]) -> None:
            super().write(items)
            assert other.submit(page("quicker", content="a")).result(PATIENCE) in ("inserted", "updated")

    files = Slow(tmp_path / "html")
    assert results([open_writer(database.url, files).submit(page("a"))]) == ["duplicate"]
    assert not list((tmp_path / "html").rglob("*.html"))


def test_everything_that_waits_is_stored_before_the_end(database: Any, open_writer: Open, page: Make) -> None:
    writer = open_writer(database.url)
    futures = [writer.submit(page(str(number))) for number in range(450)]
    writer.close()
    assert [future.result(0) for future in futures] == ["inserted"] * 450
    assert len(database.rows()) == 450
    with pytest.raises(StorageError, match="the storage is closed"):
        writer.submit(page("late"))


def test_many_threads_may_submit(database: Any, open_writer: Open, page: Make, cases: dict[str, Any]) -> None:
    writer = open_writer(database.url)
    with ThreadPoolExecutor(cases["ST14"]["threads"]) as threads:
        futures = list(threads.map(lambda number: writer.submit(page(str(number))), range(80)))
    assert results(futures) == ["inserted"] * 80
    assert len(database.rows()) == 80


def test_a_page_whose_future_was_cancelled_is_let_go(database: Any, open_writer: Open, page: Make) -> None:
    gate = threading.Event()
    writer = open_writer(database.url, on_event=lambda *_: gate.wait(PATIENCE))
    writer.submit(page("first"))
    unwanted, wanted = writer.submit(page("unwanted")), writer.submit(page("wanted"))
    cancelled = unwanted.cancel()
    gate.set()
    writer.close()
    assert wanted.result(0) == "inserted"
    assert len(database.rows()) == 3 - cancelled


@pytest.mark.parametrize("bad", [{"title": None}, {"fetched_at": "yesterday"}, {"relevance": "much"}, {"url": 5}])
def test_one_bad_page_fails_alone(database: Any, open_writer: Open, page: Make, bad: dict[str, Any]) -> None:
    gate = threading.Event()
    writer = open_writer(database.url, on_event=lambda *_: gate.wait(PATIENCE))
    futures = [writer.submit(page(path, **fields)) for path, fields in (("a", {}), ("b", {}), ("c", bad), ("d", {}))]
    gate.set()
    failure = futures[2].exception(PATIENCE)
    assert isinstance(failure, StorageError)
    assert "cannot store" in str(failure)
    assert results([futures[0], futures[1], futures[3]]) == ["inserted"] * 3
    assert writer.counts == {"inserted": 3, "failed": 1}


def test_a_file_that_cannot_be_written_fails_its_page_only(
    database: Any, open_writer: Open, files: PageFiles, page: Make, tmp_path: Path
) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "bad.example").touch()  # a file where the host's folder should be
    writer = open_writer(database.url, files)
    good, bad = writer.submit(page("a")), writer.submit(page("b", url="http://bad.example/"))
    assert results([good]) == ["inserted"]
    assert str(tmp_path / "html" / "bad.example") in str(bad.exception(PATIENCE))
    assert [row["url"] for row in database.rows()] == ["http://e.example/a"]


def test_cuts_are_logged_once_and_counted(
    database: Any, open_writer: Open, page: Make, caplog: pytest.LogCaptureFixture
) -> None:
    writer = open_writer(database.url)
    results([writer.submit(page(path, title="长" * 513, anchor="长" * 513)) for path in "abc"])
    assert writer.counts["truncated"] == 6
    assert [record.message for record in caplog.records if "cut" in record.message] == [
        "Too long for the database and cut: ['title', 'anchor'] of http://e.example/a; more are counted only"
    ]


def test_a_callback_that_fails_harms_no_page(database: Any, open_writer: Open, page: Make) -> None:
    writer = open_writer(database.url, on_event=lambda name, count: 1 / 0)
    assert results([writer.submit(page(path)) for path in "ab"]) == ["inserted"] * 2


def test_connections_that_the_server_ends_cost_no_page(
    mysql_database: Any,
    open_writer: Open,
    page: Make,
    cases: dict[str, Any],
    kill_connections: Callable[[], int],
) -> None:
    case = cases["ST11"]
    writer = open_writer(mysql_database.url)
    before = case["kill_connection_between"][0]
    results([writer.submit(page(str(number))) for number in range(before)])
    assert kill_connections() > 0
    results([writer.submit(page(str(number))) for number in range(before, case["rows"])])
    assert len(mysql_database.rows()) == case["rows"] == writer.counts["inserted"]


def test_a_connection_that_ends_in_the_midst_of_the_work_costs_no_page(
    mysql_database: Any, open_writer: Open, page: Make, tmp_path: Path
) -> None:
    """The connection is gone when the statements of the transaction come: the unit of work is played again."""
    table = PageTable(mysql_database.url)
    engine, killed = table._engine, []

    @event.listens_for(engine, "before_cursor_execute")
    def _kill(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO pages") and not killed:
            killed.append(connection.connection.driver_connection.thread_id())
            mysql_database.execute(f"KILL {killed[0]}")

    table.open()
    writer = StorageWriter(table, PageFiles(None))
    assert results([writer.submit(page(path)) for path in "abc"]) == ["inserted"] * 3
    writer.close()
    table.close()
    assert writer.counts["retry"] == 1
    assert len(mysql_database.rows()) == 3


def test_a_server_that_is_down_for_a_while_costs_no_page(
    mysql_database: Any,
    open_writer: Open,
    page: Make,
    proxy: Any,
    cases: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    events, rows = Events(), cases["ST12"]["rows"]
    url = make_url(mysql_database.url).set(port=proxy.port).render_as_string(hide_password=False)
    writer = open_writer(url, on_event=events)
    futures = [writer.submit(page(str(number))) for number in range(rows // 2)]
    results(futures[:1])
    proxy.stop()
    futures += [writer.submit(page(str(number))) for number in range(rows // 2, rows)]
    assert events.retry.wait(PATIENCE)
    proxy.start()
    assert set(results(futures)) <= {"inserted", "updated"}  # updated: the answer to a commit was lost, not the row
    assert len(mysql_database.rows()) == rows
    told = [record.message for record in caplog.records if "database is" in record.message]
    assert len(told) == 2
    assert told[0].startswith("The database is away, trying for 300 s: ")
    assert told[1].startswith("The database is back after ")


def test_a_server_that_stays_down_fails_all_pages_loudly(
    mysql_database: Any, open_writer: Open, page: Make, proxy: Any, caplog: pytest.LogCaptureFixture
) -> None:
    url = make_url(mysql_database.url).set(port=proxy.port).render_as_string(hide_password=False)
    writer = open_writer(url, retry_seconds=0.3)
    proxy.stop()
    futures = [writer.submit(page(path)) for path in "abc"]
    futures[0].exception(PATIENCE)
    proxy.start()
    futures.append(writer.submit(page("later")))
    for future in futures:
        with pytest.raises(StorageError, match=r"cannot store http.*: the database stayed away for"):
            future.result(PATIENCE)
    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    assert writer.counts["failed"] == 4
    assert mysql_database.rows() == []


@pytest.fixture
def locked(sqlite_database: Any) -> Iterator[Callable[[], sqlite3.Connection]]:
    """Hold the lock of the SQLite file, as a process does that hangs in a transaction."""
    held: list[sqlite3.Connection] = []

    def lock() -> sqlite3.Connection:
        held.append(sqlite3.connect(str(make_url(sqlite_database.url).database), isolation_level=None))
        held[0].execute("BEGIN IMMEDIATE")
        return held[0]

    yield lock
    for connection in held:
        connection.close()


def test_a_locked_sqlite_file_is_waited_for(
    sqlite_database: Any, open_writer: Open, page: Make, locked: Callable[[], sqlite3.Connection]
) -> None:
    events = Events()
    writer = open_writer(sqlite_database.url, busy_seconds=0.0, on_event=events)
    connection = locked()
    futures = [writer.submit(page(path)) for path in "abc"]
    assert events.retry.wait(PATIENCE)
    connection.execute("COMMIT")
    assert results(futures) == ["inserted"] * 3


def test_the_end_waits_no_longer_than_it_is_told(
    sqlite_database: Any, open_writer: Open, page: Make, locked: Callable[[], sqlite3.Connection]
) -> None:
    events = Events()
    writer = open_writer(sqlite_database.url, busy_seconds=0.0, on_event=events)
    locked()
    future = writer.submit(page("a"))
    assert events.retry.wait(PATIENCE)
    writer.close(timeout=0)
    with pytest.raises(StorageError, match="database is locked"):
        future.result(0)
