"""The file of a frontier: its tables, its version, and opening it with a clear word when it cannot be used."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from topicspider.exceptions import JobError

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 2

WAITING, LEASED, DONE, FAILED = range(4)

# `seen` is the unique index on link.key: a URL is seen in the very transaction that queues it. Rows are appended in
# order of id, so that a batch of links dirties few pages; the partial index holds the waiting URLs only.
_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE host (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    pages INTEGER NOT NULL DEFAULT 0, wasted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE link (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, host INTEGER NOT NULL, url TEXT NOT NULL,
    score REAL NOT NULL, depth INTEGER NOT NULL, parent INTEGER, anchor TEXT NOT NULL, inherited REAL NOT NULL,
    importance REAL NOT NULL, factors TEXT, tries INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL DEFAULT 0);
CREATE INDEX link_waiting ON link (host, score DESC, id) WHERE state = 0;
CREATE INDEX link_leased ON link (id) WHERE state = 1;
CREATE TABLE visit (
    id INTEGER PRIMARY KEY, link INTEGER NOT NULL, outcome TEXT NOT NULL, fetched_at REAL NOT NULL,
    relevance REAL NOT NULL, relevant INTEGER NOT NULL, title TEXT NOT NULL, charset TEXT NOT NULL,
    reason TEXT NOT NULL);
CREATE TABLE content (md5 BLOB PRIMARY KEY, link INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sketch (link INTEGER PRIMARY KEY, sketch BLOB NOT NULL, title TEXT NOT NULL);
CREATE TABLE band (key INTEGER NOT NULL, link INTEGER NOT NULL, PRIMARY KEY (key, link)) WITHOUT ROWID;
"""


def open_database(path: Path, *, topic: str | None = None) -> sqlite3.Connection:
    """Open or create the frontier file at *path*.

    Raises ``JobError`` for a file that is damaged, of a newer version, or of another *topic*.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    try:
        # WAL with NORMAL: kill -9 loses nothing; a power cut loses at most the last transactions, whole.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 16000")  # 64 MB: fewer and longer checkpoints
        connection.execute("PRAGMA cache_size = -32000")
        connection.execute("PRAGMA temp_store = MEMORY")
        _create_or_check(connection, path, topic)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise JobError(
            f"{path}: not a usable frontier file ({error}); start over with -a fresh=true, which sets the old job aside"
        ) from error
    except JobError:
        connection.close()
        raise
    return connection


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open the file of a job that may be running, and leave nothing beside it; raises ``sqlite3.Error``."""
    has_log = path.with_name(f"{path.name}-wal").exists()  # without one SQLite would make it, and leave it there
    options = "mode=ro" if has_log else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True)


def _create_or_check(connection: sqlite3.Connection, path: Path, topic: str | None) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        version, name = ("version", str(VERSION)), ("topic", topic or "")
        connection.executescript(f"BEGIN; {_TABLES} COMMIT;")
        connection.executemany("INSERT INTO meta VALUES (?, ?)", [version, name])
        return
    if "meta" not in tables:
        raise sqlite3.DatabaseError("it is an SQLite file of something else")
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    found = int(meta.get("version", VERSION))
    if found != VERSION:
        raise JobError(
            f"{path}: the job has format version {found}, this TopicSpider reads version {VERSION}; "
            "continue it with the TopicSpider that made it, or start over with -a fresh=true"
        )
    if topic and meta.get("topic") not in {topic, "", None}:
        raise JobError(
            f"{path}: the job is about {meta['topic']!r}, not {topic!r}; give another JOBDIR, or start over with "
            "-a fresh=true"
        )
