"""What the frontier file tells of hosts, read from outside while the crawl runs or not."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from topicspider.frontier.schema import open_read_only

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
    with closing(open_read_only(path)) as db:
        return [HostRow._make(row) for row in db.execute(_HOSTS)]
