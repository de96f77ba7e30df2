"""Requests that are not links of pages, such as a subclass's own: kept by priority, on disk where they can be."""

from __future__ import annotations

import sqlite3
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_TABLES = """
CREATE TABLE IF NOT EXISTS request (id INTEGER PRIMARY KEY, priority INTEGER NOT NULL, data TEXT);
CREATE TABLE IF NOT EXISTS seen (fingerprint BLOB PRIMARY KEY) WITHOUT ROWID;
DELETE FROM request WHERE data IS NULL;
"""


class RequestStore:
    """A queue of (priority, data), highest priority first, then first-in first-out.

    *data* is text, or ``None`` for a request that the caller must hold itself: it has its place in the order, but is
    lost with the process. ``finish`` forgets a request; one that was popped and not finished is there again when the
    store is opened the next time.
    """

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, timeout=30)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_TABLES)
        self._heap: list[tuple[int, int]] = self._db.execute("SELECT -priority, id FROM request").fetchall()
        heapify(self._heap)

    def push(self, priority: int, data: str | None, fingerprint: bytes | None) -> int | None:
        """Queue a request and return its id; ``None`` when its *fingerprint* was met before."""
        self._db.execute("BEGIN")
        if fingerprint is not None:
            new = self._db.execute("INSERT OR IGNORE INTO seen VALUES (?)", (fingerprint,)).rowcount
            if not new:
                self._db.execute("ROLLBACK")
                return None
        request_id = self._db.execute("INSERT INTO request VALUES (NULL, ?, ?)", (priority, data)).lastrowid
        self._db.execute("COMMIT")
        assert request_id is not None
        heappush(self._heap, (-priority, request_id))
        return request_id

    @property
    def top_priority(self) -> int | None:
        return -self._heap[0][0] if self._heap else None

    def pop(self) -> tuple[int, str | None]:
        """Return (id, data) of the first request; raises ``IndexError`` when there is none."""
        _, request_id = heappop(self._heap)
        (data,) = self._db.execute("SELECT data FROM request WHERE id=?", (request_id,)).fetchone()
        return request_id, data

    def finish(self, request_id: int) -> None:
        self._db.execute("DELETE FROM request WHERE id=?", (request_id,))

    def __len__(self) -> int:
        return len(self._heap)

    def close(self) -> None:
        self._db.close()
