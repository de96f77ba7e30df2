"""The embedded frontier: one SQLite file holds queue, seen set, leases, visits and content hashes."""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topicspider.frontier.base import NO_FACTORS, PAGE_OUTCOMES, Frontier, FrontierLink
from topicspider.frontier.hosts import HEADS_HELD, Head, HostOrder, HostQueue
from topicspider.frontier.schema import DONE, FAILED, LEASED, WAITING, open_database
from topicspider.frontier.visits import VisitLog
from topicspider.page.urls import host_of, url_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topicspider.frontier.base import Visit, VisitRecord, VisitTotals

FILE_NAME = "frontier.sqlite3"
SUSPECT_TRIES = 3
"""A URL in flight at a crash that had been handed out this often may be the cause: it waits behind all others."""
LAST_SCORE = -1.0
_SQL_VARIABLES = 500

_INSERT = "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)"
_RAISE = "UPDATE link SET score=?, depth=?, parent=?, anchor=?, inherited=?, importance=?, factors=? WHERE id=?"
_LEASE = """UPDATE link SET state=1, tries=tries+1 WHERE id=? RETURNING key, url, score, depth,
    (SELECT url FROM link AS source WHERE source.id = link.parent), anchor, inherited, importance, factors, tries-1"""


class SqliteFrontier(Frontier):
    """The frontier of one process, for millions of URLs; see ``Frontier`` for the contract.

    *path* is the file, or a folder to hold it. *delay* is the seconds between two hand-outs of one host, *host_slots*
    how many of its URLs may be in flight (0: no limit). *identity* maps a URL to what makes it the same resource.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        topic: str | None = None,
        delay: float = 0.0,
        host_slots: int = 0,
        identity: Callable[[str], str] = url_identity,
    ) -> None:
        path = Path(path)
        self.path = path / FILE_NAME if path.is_dir() else path
        self._identity = identity
        self._db = open_database(self.path, topic=topic)
        self._visits = VisitLog(self._db, self._key)
        self._order = HostOrder(delay=delay, slots=host_slots)
        self._hosts: dict[str, HostQueue] = {}
        self._new_hosts: list[tuple[int, str]] = []
        self._leases: dict[int, tuple[int, HostQueue]] = {}
        self._waiting = 0
        self._closed = False
        self._load()

    # -- the queue -----------------------------------------------------------------------------------------------------

    def add(self, links: Sequence[FrontierLink]) -> int:
        _check_scores(links)
        with self.batch():
            parents = {url: self._link_id(url) for url in {link.parent for link in links if link.parent}}
            return self._queue(links, lambda link: parents.get(link.parent or ""))

    def next(self, now: float) -> FrontierLink | None:
        host = self._order.best(now)
        if host is None:
            return None
        head = self._order.take(host, now)
        self._waiting -= 1
        ((key, *link, factors, tries),) = self._db.execute(_LEASE, (head.link_id,)).fetchall()
        self._leases[key] = (head.link_id, host)
        self._settle(host)
        return FrontierLink._make((*link, _read_factors(factors), tries))

    def ready_at(self) -> float | None:
        return self._order.ready_at()

    def done(self, url: str, visit: Visit | None = None, links: Sequence[FrontierLink] = ()) -> int:
        _check_scores(links)
        with self.batch():
            source = self._end_lease(url, DONE, visit)
            return self._queue(links, lambda _: source)

    def failed(self, url: str, visit: Visit | None = None) -> None:
        with self.batch():
            self._end_lease(url, FAILED, visit)

    def release(self, url: str, *, tried: bool = True) -> None:
        _, host = self._leases[self._key(url)]
        with self.batch():
            link_id = self._end_lease(url, WAITING, None)
            back = "UPDATE link SET tries=tries-? WHERE id=? RETURNING score"
            ((score,),) = self._db.execute(back, (not tried, link_id)).fetchall()
            self._waiting += 1
            host.put(Head(-score, link_id))
            self._settle(host)

    def rescore(self, factor: float, *, host: str | None = None, pattern: str | None = None) -> int:
        if not math.isfinite(factor):
            raise ValueError(f"a score factor must be finite, not {factor}")
        changed = self._db.execute(
            "UPDATE link SET score = score * :factor WHERE state = 0"
            " AND (:host IS NULL OR host = (SELECT id FROM host WHERE name = :host))"
            " AND (:pattern IS NULL OR url GLOB :pattern)",
            {"factor": factor, "host": host, "pattern": pattern},
        ).rowcount
        for queue in self._hosts.values():
            if queue.waiting and host in {None, queue.name}:
                self._refill(queue)
        return changed

    # -- what was met --------------------------------------------------------------------------------------------------

    def is_taken(self, url: str, *, besides: str = "") -> bool:
        key = self._key(url)
        known = {} if key == self._key(besides) else self._known([key])
        return any(state != WAITING for _, state, _, _ in known.values())

    def claim_content(self, md5: str, url: str) -> str | None:
        return self._visits.claim_content(md5, url)

    def visits(self) -> Iterator[VisitRecord]:
        return iter(self._visits)

    @property
    def totals(self) -> VisitTotals:
        return self._visits.totals

    @property
    def leased(self) -> int:
        return len(self._leases)

    def __len__(self) -> int:
        return self._waiting

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._db.execute("UPDATE link SET state=?, tries=tries-1 WHERE state=?", (WAITING, LEASED))
        self._db.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        suspects = "UPDATE link SET score=? WHERE state=? AND tries>=?"
        self._db.execute(suspects, (LAST_SCORE, LEASED, SUSPECT_TRIES))
        self._db.execute("UPDATE link SET state=? WHERE state=?", (WAITING, LEASED))
        self._last_id: int = self._db.execute("SELECT coalesce(max(id), 0) FROM link").fetchone()[0]
        for host in self._db.execute("SELECT id, name, pages, duplicates FROM host"):
            self._register(HostQueue(*host))
        heads = "SELECT host, count(*), max(score), id FROM link WHERE state=0 GROUP BY host"
        for host_id, waiting, score, link_id in self._db.execute(heads):
            host = self._order[host_id]
            host.waiting, host.heads = waiting, [Head(-score, link_id)]
            self._waiting += waiting
            self._order.update(host)

    @contextmanager
    def batch(self) -> Iterator[None]:
        if self._db.in_transaction:  # an outer block keeps what this one does
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.executemany("INSERT INTO host (id, name) VALUES (?, ?)", self._new_hosts)
        except BaseException:
            self._db.execute("ROLLBACK")
            for _, name in self._new_hosts:
                del self._hosts[name]
            raise
        else:
            self._db.execute("COMMIT")
        finally:
            self._new_hosts.clear()

    def _queue(self, links: Sequence[FrontierLink], source_of: Callable[[FrontierLink], int | None]) -> int:
        """Queue the new ones of *links*, raise the better ones, and return how many were new."""
        best: dict[int, FrontierLink] = {}
        for link in links:
            key = self._key(link.url)
            if key not in best or link.score > best[key].score:
                best[key] = link
        known = self._known(list(best))
        new: list[tuple[Any, ...]] = []
        raised: list[tuple[Any, ...]] = []
        touched: set[HostQueue] = set()
        for key, link in best.items():
            score, source = link.score, source_of(link)
            values = (score, link.depth, source, link.anchor, link.inherited, link.importance)
            if key not in known:
                host = self._host_for(link.url)
                self._last_id += 1
                new.append((self._last_id, key, host.id, link.url, *values, _write_factors(link.factors), WAITING))
                host.put(Head(-score, self._last_id))
                touched.add(host)
            elif known[key][1] == WAITING and score > known[key][2]:
                link_id, _, old_score, host_id = known[key]
                raised.append((*values, _write_factors(link.factors), link_id))
                host = self._order[host_id]
                host.raise_score(Head(-old_score, link_id), Head(-score, link_id))
                touched.add(host)
        self._db.executemany(_INSERT, new)
        self._db.executemany(_RAISE, raised)
        self._waiting += len(new)
        for host in touched:
            self._settle(host)
        return len(new)

    def _known(self, keys: list[int]) -> dict[int, tuple[int, int, float, int]]:
        """Return (id, state, score, host id) of those *keys* that were met before."""
        known = {}
        for start in range(0, len(keys), _SQL_VARIABLES):
            part = keys[start : start + _SQL_VARIABLES]
            marks = ",".join("?" * len(part))
            for key, *row in self._db.execute(
                f"SELECT key, id, state, score, host FROM link WHERE key IN ({marks})", part
            ):
                known[key] = tuple(row)
        return known

    def _settle(self, host: HostQueue) -> None:
        """Bring *host* into its place, with heads read from the file when those in memory ran out."""
        if not host.heads and host.waiting:
            self._refill(host)
        else:
            self._order.update(host)

    def _refill(self, host: HostQueue) -> None:
        rows = self._db.execute(
            "SELECT -score, id FROM link WHERE state=0 AND host=? ORDER BY score DESC, id LIMIT ?",
            (host.id, HEADS_HELD),
        )
        host.heads = [Head(*row) for row in rows]
        self._order.update(host)

    def _end_lease(self, url: str, state: int, visit: Visit | None) -> int:
        """Return the id of the link that was leased, or of the one its redirects led to."""
        try:
            link_id, host = self._leases.pop(self._key(url))
        except KeyError:
            raise KeyError(f"{url} is not leased") from None
        self._db.execute("UPDATE link SET state=? WHERE id=?", (state, link_id))
        host.active -= 1
        if visit is not None:
            if visit.final_url:
                link_id = self._adopt(visit.final_url, link_id)
            self._log(link_id, host, visit)
        self._visits.drop_claims(url)
        self._order.update(host)
        return link_id

    def _adopt(self, url: str, source: int) -> int:
        """Mark *url*, which a redirect of *source* led to, as fetched."""
        key = self._key(url)
        for link_id, state, score, host_id in self._known([key]).values():
            if state == WAITING and link_id != source:
                self._order[host_id].drop(Head(-score, link_id))
                self._waiting -= 1
                self._settle(self._order[host_id])
            self._db.execute("UPDATE link SET state=? WHERE id=?", (DONE, link_id))
            return link_id
        self._last_id += 1
        self._db.execute(
            "INSERT INTO link SELECT ?, ?, ?, ?, score, depth, id, anchor, inherited, importance, factors, 1, ?"
            " FROM link WHERE id=?",
            (self._last_id, key, self._host_for(url).id, url, DONE, source),
        )
        return self._last_id

    def _log(self, link_id: int, host: HostQueue, visit: Visit) -> None:
        self._visits.write(link_id, visit)
        if visit.outcome in PAGE_OUTCOMES:
            host.count_page(duplicate=visit.outcome == "duplicate")
            counts = (host.pages, host.duplicates, host.id)
            self._db.execute("UPDATE host SET pages=?, duplicates=? WHERE id=?", counts)

    def _key(self, url: str) -> int:
        digest = blake2b(self._identity(url).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return int.from_bytes(digest, "big", signed=True)

    def _link_id(self, url: str) -> int | None:
        return next((link_id for link_id, *_ in self._known([self._key(url)]).values()), None)

    def _host_for(self, url: str) -> HostQueue:
        """Return the queue of the host of *url*; a new host is written at the end of the transaction."""
        name = host_of(url)
        host = self._hosts.get(name)
        if host is None:
            host = self._register(HostQueue(len(self._hosts) + 1, name))
            self._new_hosts.append((host.id, name))
        return host

    def _register(self, host: HostQueue) -> HostQueue:
        self._hosts[host.name] = host
        self._order.register(host)
        return host


def _check_scores(links: Sequence[FrontierLink]) -> None:
    for link in links:
        if not math.isfinite(link.score):
            raise ValueError(f"the score of {link.url} must be a finite number, not {link.score}")


def _write_factors(factors: Mapping[str, float]) -> str | None:
    return _factors_format(tuple(factors)) % tuple(factors.values()) if factors else None


@cache
def _factors_format(names: tuple[str, ...]) -> str:
    return " ".join(f"{name}=%.4g" for name in names)


def _read_factors(text: str | None) -> Mapping[str, float]:
    if text is None:
        return NO_FACTORS
    return {name: float(value) for name, _, value in (part.partition("=") for part in text.split())}
