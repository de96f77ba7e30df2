from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError
from support.services import SERVER, Database, Proxy, unavailable

from topicspider.storage.tables import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def mysql_own() -> Iterator[Database]:
    server = Database(SERVER)
    name = f"topicspider_test_{uuid.uuid4().hex}"
    try:
        server.execute(f"CREATE DATABASE {name} CHARACTER SET latin1")  # our tables bring their own
    except OperationalError:
        unavailable("MySQL is not reachable at 127.0.0.1:3306")
    yield Database(SERVER + name)
    server.execute(f"DROP DATABASE {name}")


@pytest.fixture
def mysql_database(mysql_own: Database) -> Database:
    """An empty database. Emptied tables are reused, as MySQL takes half a second to make them."""
    try:
        assert [row["version"] for row in mysql_own.execute("SELECT version FROM topicspider_schema")] == [
            SCHEMA_VERSION
        ]
        for table in ("pages", "copies"):
            mysql_own.execute(f"DELETE FROM {table}")
    except (AssertionError, ProgrammingError):
        mysql_own.execute("DROP TABLE IF EXISTS pages, copies, topicspider_schema")
    return mysql_own


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
