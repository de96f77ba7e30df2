"""What the frontier file tells of hosts, read from outside while the crawl runs or not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_HOSTS = """
WITH visited AS (
    SELECT link.host, sum(visit.relevant) AS relevant FROM visit JOIN link ON link.id = visit.link GROUP BY link.host),
queue AS (SELECT host, count(*) AS waiting, max(score) AS best FROM link WHERE state = 0 GROUP BY host)
SELECT host.name, host.pages, coalesce(visited.relevant, 0), host.wasted, coalesce(queue.waiting, 0), queue.best
FROM host LEFT JOIN visited ON visited.host = host.id LEFT JOIN queue ON queue.host = host.id
ORDER BY visited.relevant DESC, host.pages DESC, queue.waiting DESC, host.name
"""


class HostRow(NamedTuple):
    name: str
    pages: int
    relevant: int
    wasted: int
    """Pages that brought nothing new."""
    waiting: int
    best: float | None
    """The highest score of a waiting URL."""


def host_rows(path: Path) -> list[HostRow]:
    """Return the hosts in the frontier file at *path*, those with most relevant pages first."""
    has_log = path.with_name(f"{path.name}-wal").exists()  # without one SQLite would make it, and leave it there
    options = "mode=ro" if has_log else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True)) as db:
        return [HostRow._make(row) for row in db.execute(_HOSTS)]
