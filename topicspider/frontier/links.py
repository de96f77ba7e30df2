"""The links in the frontier file: one row for each URL that was ever met. The frontier holds the transaction."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from topicspider.frontier.base import NO_FACTORS, FrontierLink
from topicspider.frontier.hosts import HEADS_HELD, Head
from topicspider.frontier.schema import DONE, LEASED, WAITING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SUSPECT_TRIES = 3
"""A URL in flight at a crash that had been handed out this often may be the cause: it waits behind all others."""
LAST_SCORE = -1.0
_SQL_VARIABLES = 500

_INSERT = "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)"
_RAISE = "UPDATE link SET score=?, depth=?, parent=?, anchor=?, inherited=?, importance=?, factors=? WHERE id=?"
_LEASE = """UPDATE link SET state=1, tries=tries+1 WHERE id=? RETURNING key, url, score, depth,
    (SELECT url FROM link AS source WHERE source.id = link.parent), anchor, inherited, importance, factors, tries-1"""
_ADOPT = """INSERT INTO link SELECT ?, ?, ?, ?, score, depth, id, anchor, inherited, importance, factors, 1, ?
    FROM link WHERE id=?"""
_HEADS = "SELECT -score, id FROM link WHERE state=0 AND host=? ORDER BY score DESC, id LIMIT ?"
_BEST_OF_HOSTS = "SELECT host, count(*), -max(score), id FROM link WHERE state=0 GROUP BY host"
_GIVE_UP = "DELETE FROM link WHERE id IN (SELECT id FROM link WHERE state=0 ORDER BY score, id DESC LIMIT ?)"
_RESCORE = """UPDATE link SET score = score * :factor WHERE state = 0
    AND (:host IS NULL OR host = (SELECT id FROM host WHERE name = :host))
    AND (:pattern IS NULL OR url GLOB :pattern)"""


class Known(NamedTuple):
    """What the queue needs to know of a URL that was met before."""

    id: int
    state: int
    score: float
    host: int

    @property
    def head(self) -> Head:
        return Head(-self.score, self.id)


class LinkTable:
    """Rows by id, in order of discovery, and by key, the hash of a URL's identity."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        (self._last_id,) = db.execute("SELECT coalesce(max(id), 0) FROM link").fetchone()

    def recover(self) -> None:
        """Let the URLs wait again that were in flight when the process ended."""
        suspects = "UPDATE link SET score=? WHERE state=? AND tries>=?"
        self._db.execute(suspects, (LAST_SCORE, LEASED, SUSPECT_TRIES))
        self._db.execute("UPDATE link SET state=? WHERE state=?", (WAITING, LEASED))

    def hand_back(self) -> None:
        """Let the URLs in flight wait again, at a clean end: it counts as no try."""
        self._db.execute("UPDATE link SET state=?, tries=tries-1 WHERE state=?", (WAITING, LEASED))

    def next_id(self) -> int:
        self._last_id += 1
        return int(self._last_id)

    def known(self, keys: Sequence[int]) -> dict[int, Known]:
        """Return those of *keys* that were met before."""
        known = {}
        for start in range(0, len(keys), _SQL_VARIABLES):
            part = keys[start : start + _SQL_VARIABLES]
            marks = ",".join("?" * len(part))
            for key, *row in self._db.execute(
                f"SELECT key, id, state, score, host FROM link WHERE key IN ({marks})", part
            ):
                known[key] = Known._make(row)
        return known

    def insert(self, links: Iterable[tuple[int, int, int, FrontierLink, int | None]]) -> None:
        """Queue (id, key, host, link, source) each."""
        rows = [
            (link_id, key, host, link.url, *_values(link, source), WAITING)
            for link_id, key, host, link, source in links
        ]
        self._db.executemany(_INSERT, rows)

    def replace(self, links: Iterable[tuple[int, FrontierLink, int | None]]) -> None:
        """Give the row of each (id, link, source) the score of the link, and what else is known of it."""
        self._db.executemany(_RAISE, [(*_values(link, source), link_id) for link_id, link, source in links])

    def lease(self, link_id: int) -> tuple[int, FrontierLink]:
        """Mark a URL as handed out and return (key, link)."""
        ((key, *link, factors, tries),) = self._db.execute(_LEASE, (link_id,)).fetchall()
        return key, FrontierLink._make((*link, read_factors(factors), tries))

    def set_state(self, link_id: int, state: int) -> None:
        self._db.execute("UPDATE link SET state=? WHERE id=?", (state, link_id))

    def untry(self, link_id: int, tries: int) -> float:
        """Take back *tries* and return the score."""
        back = "UPDATE link SET tries=tries-? WHERE id=? RETURNING score"
        ((score,),) = self._db.execute(back, (tries, link_id)).fetchall()
        return float(score)

    def add_redirected(self, key: int, host: int, url: str, source: int) -> int:
        """Add *url*, to which the link *source* was redirected, as fetched; return its id."""
        link_id = self.next_id()
        self._db.execute(_ADOPT, (link_id, key, host, url, DONE, source))
        return link_id

    def heads(self, host: int) -> list[Head]:
        """Return the best waiting URLs of *host*, in order."""
        return [Head._make(row) for row in self._db.execute(_HEADS, (host, HEADS_HELD))]

    def best_of_hosts(self) -> Iterator[tuple[int, int, Head]]:
        """Yield (host, waiting, best) of each host with waiting URLs."""
        for host, waiting, *head in self._db.execute(_BEST_OF_HOSTS):
            yield host, waiting, Head._make(head)

    def give_up_worst(self, count: int) -> int:
        """Forget the *count* waiting URLs with the lowest scores, of equals the youngest; return how many that were."""
        return self._db.execute(_GIVE_UP, (count,)).rowcount

    def rescore(self, factor: float, host: str | None, pattern: str | None) -> int:
        """Multiply scores, as ``Frontier.rescore``."""
        return self._db.execute(_RESCORE, {"factor": factor, "host": host, "pattern": pattern}).rowcount

    def set_scores(self, scores: Mapping[int, float]) -> list[int]:
        """Give waiting URLs, named by key, new scores; return the host of each that was changed. Seeds keep theirs."""
        update = "UPDATE link SET score=? WHERE key=? AND state=0 AND depth>0 AND score<>? RETURNING host"
        changed = (self._db.execute(update, (score, key, score)).fetchall() for key, score in scores.items())
        return [host for rows in changed for (host,) in rows]


def _values(link: FrontierLink, source: int | None) -> tuple[Any, ...]:
    _, score, depth, _, anchor, inherited, importance, factors, _ = link
    text = _factors_format(tuple(factors)) % tuple(factors.values()) if factors else None
    return score, depth, source, anchor, inherited, importance, text


@cache
def _factors_format(names: tuple[str, ...]) -> str:
    return " ".join(f"{name}=%.4g" for name in names)


def read_factors(text: str | None) -> Mapping[str, float]:
    if text is None:
        return NO_FACTORS
    return {name: float(value) for name, _, value in (part.partition("=") for part in text.split())}
