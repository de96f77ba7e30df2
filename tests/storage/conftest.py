"""The databases under test, pages to store, and a server that can be taken away."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
import uuid
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.pool import NullPool

from topicspider.items import PageItem
from topicspider.storage.pages import PageTable
from topicspider.storage.tables import pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SERVER = "mysql+pymysql://root@127.0.0.1:3306/"
CASES = Path(__file__).parent.parent / "fixtures" / "cases" / "storage_rows.json"


@dataclass(frozen=True)
class Database:
    url: str

    def execute(self, statement: Any) -> list[Any]:
        engine = create_engine(self.url, poolclass=NullPool)
        with engine.begin() as connection:
            result = connection.execute(text(statement) if isinstance(statement, str) else statement)
            return list(result.mappings()) if result.returns_rows else []

    def rows(self) -> list[Any]:
        return self.execute(select(pages).order_by(pages.c.id))


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Database:
    return Database(f"sqlite:///{tmp_path}/output/茶/pages.sqlite3")


@pytest.fixture(scope="session")
def mysql_own() -> Iterator[Database]:
    server = Database(SERVER)
    name = f"topicspider_test_{uuid.uuid4().hex}"
    try:
        server.execute(f"CREATE DATABASE {name} CHARACTER SET latin1")  # our tables bring their own
    except OperationalError:
        pytest.skip("MySQL is not reachable at 127.0.0.1:3306")
    yield Database(SERVER + name)
    server.execute(f"DROP DATABASE {name}")


@pytest.fixture
def mysql_database(mysql_own: Database) -> Database:
    """An empty database. Emptied tables are reused, as MySQL takes half a second to make them."""
    try:
        assert [row["version"] for row in mysql_own.execute("SELECT version FROM topicspider_schema")] == [1]
        mysql_own.execute("DELETE FROM pages")
    except (AssertionError, ProgrammingError):
        mysql_own.execute("DROP TABLE IF EXISTS pages, topicspider_schema")
    return mysql_own


@pytest.fixture(params=["sqlite", "mysql"])
def database(request: pytest.FixtureRequest) -> Database:
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture
def table(database: Database) -> Iterator[PageTable]:
    opened = PageTable(database.url)
    opened.open()
    yield opened
    opened.close()


PAGE = PageItem(
    topic="茶",
    url="http://e.example/",
    title="绿茶",
    content_md5=None,
    relevance=0.1 + 0.2,
    relevant=True,
    title_cosine=0.5,
    body_cosine=1 / 3,
    score=2.5,
    importance=0.25,
    depth=1,
    charset="utf-8",
    charset_source="meta",
    content_type="text/html",
    content_length=20,
    status=200,
    host="e.example",
    port=80,
    fetched_at=datetime(2024, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
)


@pytest.fixture
def page() -> Callable[..., PageItem]:
    """Make the page of a path; its content is ``content``, by default the path itself."""

    def make(path: str = "", content: str | None = "", **fields: Any) -> PageItem:
        md5 = None if content is None else hashlib.md5((content or path).encode()).hexdigest()
        url = f"http://e.example/{path}"
        return replace(PAGE, **{"url": url, "content_md5": md5, "body": f"<p>{path}".encode(), **fields})

    return make


@pytest.fixture(scope="session")
def cases() -> dict[str, Any]:
    return {case["id"]: case["row"] for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"]}


class Proxy:
    """A door to the MySQL server that can be shut: connections are cut and new ones refused."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def stop(self) -> None:
        for sock in [self._listener, *self._open]:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for sock in [self._listener, *self._open]:
            sock.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", 3306))
                self._open += [client, server]
                for pair in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=self._pump, args=pair))
                    self._threads[-1].start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def proxy(mysql_database: Database) -> Iterator[Proxy]:
    door = Proxy()
    yield door
    door.stop()


@pytest.fixture
def kill_connections(mysql_database: Database) -> Callable[[], int]:
    """End all connections to the test's database, as a server does after ``wait_timeout``."""

    def kill() -> int:
        own = Database(SERVER)
        name = mysql_database.url.removeprefix(SERVER)
        ids = [row["Id"] for row in own.execute("SHOW PROCESSLIST") if row["db"] == name]
        for number in ids:
            own.execute(f"KILL {number}")
        return len(ids)

    return kill
