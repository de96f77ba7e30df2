"""From a database URL to an engine whose tables are ours and of our version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from topicspider.exceptions import ConfigError, StorageError
from topicspider.storage.tables import SCHEMA_VERSION, copies, pages, schema_version

if TYPE_CHECKING:
    from sqlalchemy.engine import URL, Engine

_FORMS = "use sqlite:///folder/pages.sqlite3 or mysql+pymysql://user:password@host/database"
_MYSQL_SECONDS = 60.0  # for one answer: more than the 50 s that MySQL waits for a lock


def engine_of(url: str, *, busy_seconds: float) -> Engine:
    """Return an engine that has not connected yet; ConfigError when ``url`` names no database we can use."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed, busy_seconds)
        if parsed.get_backend_name() in ("mysql", "mariadb"):
            return _mysql(parsed)
        return create_engine(parsed, hide_parameters=True, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, ValueError) as error:
        hidden = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url).partition("?")[0]
        # The words of a ValueError quote a part of the URL, which may be one of the password.
        why = "it is no URL" if isinstance(error, ValueError) else error
        raise ConfigError(f"TOPIC_DATABASE_URL={hidden!r} cannot be used: {why}; {_FORMS}") from error


def _sqlite(url: URL, busy_seconds: float) -> Engine:
    if not url.database or url.database == ":memory:":
        raise ArgumentError("SQLite needs a file")
    # NORMAL would let a commit be lost with the power; FULL syncs the write-ahead log at each commit.
    engine = create_engine(url, connect_args={"timeout": busy_seconds}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _pragmas(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    return engine


def _mysql(url: URL) -> Engine:
    arguments: dict[str, object] = {}
    if url.get_driver_name() == "pymysql":
        waits = {"read_timeout": _MYSQL_SECONDS, "write_timeout": _MYSQL_SECONDS}
        arguments = {"connect_timeout": 10, "binary_prefix": True, **waits}
    url = url.update_query_dict({"charset": "utf8mb4"})
    return create_engine(url, connect_args=arguments, hide_parameters=True, pool_pre_ping=True)


def shown(engine: Engine) -> str:
    """Return the URL as a message may show it: no password, and no query, where one could be, too."""
    return engine.url.set(query={}).render_as_string()


def make_folder(engine: Engine) -> None:
    """Create the folder of a SQLite file."""
    if engine.dialect.name == "sqlite":
        folder = Path(str(engine.url.database)).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"cannot create the folder {folder} of the database: {error.strerror}; "
                "set TOPIC_OUTPUT_DIR or TOPIC_DATABASE_URL to a place that can be written"
            ) from error


def check_schema(engine: Engine) -> None:
    """Create the tables in a database that has none; StorageError when those it has are not ours.

    The version comes first: whoever is killed in between finds a database of ours, and completes it.
    """
    with engine.begin() as connection:
        if inspect(connection).has_table(pages.name) and not inspect(connection).has_table(schema_version.name):
            raise StorageError(
                f"the database {shown(engine)} holds a table 'pages' that TopicSpider did not make; "
                "name another database in TOPIC_DATABASE_URL"
            )
        schema_version.create(connection, checkfirst=True)
        found = connection.scalar(select(schema_version.c.version))
        if found is None:
            connection.execute(insert(schema_version).values(version=SCHEMA_VERSION))
    if found not in (None, SCHEMA_VERSION):
        raise StorageError(
            f"the database {shown(engine)} has schema version {found}, this TopicSpider reads version "
            f"{SCHEMA_VERSION}; use the version of TopicSpider that wrote it, or another TOPIC_DATABASE_URL"
        )
    with engine.begin() as connection:
        for table in (pages, copies):
            table.create(connection, checkfirst=True)
            for index in table.indexes:
                index.create(connection, checkfirst=True)
