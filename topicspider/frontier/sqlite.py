"""The embedded frontier: one SQLite file holds queue, seen set, leases, visits and content hashes."""

from __future__ import annotations

import math
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from topicspider.frontier.base import PAGE_OUTCOMES, WASTED_OUTCOMES, Frontier, FrontierLink, HostState
from topicspider.frontier.contents import ContentTable
from topicspider.frontier.hosts import Head, HostOrder, HostQueue
from topicspider.frontier.keys import key_of
from topicspider.frontier.links import LinkTable
from topicspider.frontier.schema import DONE, FAILED, WAITING, open_database
from topicspider.frontier.visits import VisitLog
from topicspider.page.urls import host_of, url_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topicspider.frontier.base import Content, Original, Visit, VisitRecord, VisitTotals

FILE_NAME = "frontier.sqlite3"
_ROOM = 1.1
"""So much more than *max_waiting* may wait: giving up reads the whole queue, and shall be rare."""


class SqliteFrontier(Frontier):
    """The frontier of one process, for millions of URLs; see ``Frontier`` for the contract.

    *path* is the file, or a folder to hold it. *delay* is the seconds between two hand-outs of one host, *host_slots*
    how many of its URLs may be in flight (0: no limit). *identity* maps a URL to what makes it the same resource. When
    a tenth more than *max_waiting* URLs wait (0: no limit), the worst are forgotten, down to that number.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        topic: str | None = None,
        delay: float = 0.0,
        host_slots: int = 0,
        max_waiting: int = 0,
        identity: Callable[[str], str] = url_identity,
    ) -> None:
        path = Path(path)
        self.path = path / FILE_NAME if path.is_dir() else path
        self._identity = identity
        self._max_waiting = max_waiting
        self._given_up = 0
        self._db = open_database(self.path, topic=topic)
        self._links = LinkTable(self._db)
        self._visits = VisitLog(self._db)
        self._contents = ContentTable(self._db, self._key)
        self._order = HostOrder(delay=delay, slots=host_slots)
        self._hosts: dict[str, HostQueue] = {}
        self._new_hosts: list[tuple[int, str]] = []
        self._leases: dict[int, _Lease] = {}
        self._waiting = 0
        self._parked: list[HostQueue] = []
        self._closed = False
        self._load()

    # -- the queue -----------------------------------------------------------------------------------------------------

    def add(self, links: Sequence[FrontierLink]) -> int:
        _check_scores(links)
        with self.batch():
            parents = {url: self._id_of(url) for url in {link.parent for link in links if link.parent}}
            return self._queue(links, lambda link: parents.get(link.parent or ""))

    def next(self, now: float) -> FrontierLink | None:
        host = self._order.best(now)
        if host is None:
            return None
        before = host.ready_at
        head = self._order.take(host, now)
        self._waiting -= 1
        key, link = self._links.lease(head.link_id)
        self._leases[key] = _Lease(head.link_id, host, before, host.ready_at)
        self._settle(host)
        return link

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
        lease = self._leases[self._key(url)]
        host = lease.host
        if not tried and host.ready_at == lease.ready_at:
            host.ready_at = lease.ready_before
        with self.batch():
            link_id = self._end_lease(url, WAITING, None)
            score = self._links.untry(link_id, 0 if tried else 1)
            self._waiting += 1
            host.put(Head(-score, link_id))
            self._settle(host)

    def rescore(self, factor: float, *, host: str | None = None, pattern: str | None = None) -> int:
        if not math.isfinite(factor):
            raise ValueError(f"a score factor must be finite, not {factor}")
        changed = self._links.rescore(factor, host, pattern)
        for queue in self._hosts.values():
            if queue.waiting and host in {None, queue.name}:
                self._refill(queue)
        return changed

    def set_scores(self, scores: Mapping[str, float]) -> int:
        for url, score in scores.items():
            _check_score(url, score)
        with self.batch():
            hosts = self._links.set_scores({self._key(url): score for url, score in scores.items()})
        for host_id in set(hosts):
            self._refill(self._order[host_id])
        return len(hosts)

    def set_delay(self, host: str, delay: float) -> None:
        self._host(host).delay = delay

    def asked(self, host: str, at: float) -> None:
        queue = self._host(host)
        self._order.hold(queue, at + self._order.delay_of(queue))

    def hold(self, host: str, until: float) -> None:
        self._order.hold(self._host(host), until)

    def reserve(self, host: str, now: float) -> float:
        return self._order.reserve(self._host(host), now)

    def park(self, host: str) -> int:
        queue = self._host(host)
        if not queue.parked:
            queue.parked = True
            self._parked.append(queue)
            self._order.update(queue)
        return queue.waiting

    def is_parked(self, host: str) -> bool:
        known = self._hosts.get(host)
        return known is not None and known.parked

    def unpark(self, host: str) -> None:
        queue = self._host(host)
        if queue.parked:
            queue.parked = False
            self._parked.remove(queue)
            self._settle(queue)

    def boost(self, host: str, factor: float) -> None:
        queue = self._host(host)
        queue.boost = factor
        self._order.update(queue)

    def slow_hosts(self, now: float) -> Iterator[HostState]:
        for host in self._hosts.values():
            delay = self._order.delay_of(host)
            if host.parked or host.delay > self._order.delay or host.ready_at > now + delay:
                yield HostState(host.name, delay, host.ready_at, host.parked)

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

    # -- what was met --------------------------------------------------------------------------------------------------

    def is_taken(self, url: str, *, besides: str = "") -> bool:
        key = self._key(url)
        known = {} if key == self._key(besides) else self._links.known([key])
        return any(link.state != WAITING for link in known.values())

    def claim_content(self, content: Content, url: str) -> Original | None:
        return self._contents.claim(content, url)

    def visits(self) -> Iterator[VisitRecord]:
        return iter(self._visits)

    def host_pages(self) -> Iterator[tuple[str, int]]:
        return ((host.name, host.pages) for host in self._hosts.values() if host.pages)

    @property
    def totals(self) -> VisitTotals:
        return self._visits.totals

    @property
    def given_up(self) -> int:
        return self._given_up

    @property
    def leased(self) -> int:
        return len(self._leases)

    def __len__(self) -> int:
        return self._waiting - sum(host.waiting for host in self._parked)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._links.hand_back()
        self._db.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._links.recover()
        for row in self._db.execute("SELECT id, name, pages, wasted FROM host"):
            self._register(HostQueue(*row))
        self._load_waiting()

    def _load_waiting(self) -> None:
        self._waiting = 0
        for host_id, waiting, head in self._links.best_of_hosts():
            host = self._order[host_id]
            host.waiting, host.heads = waiting, [head]
            self._waiting += waiting
            self._order.update(host)

    def _give_up_worst(self) -> None:
        """Forget the worst waiting URLs; what is in memory of all hosts is read anew."""
        self._given_up += self._links.give_up_worst(self._waiting - self._max_waiting)
        for host in self._hosts.values():
            host.waiting, host.heads = 0, []
            self._order.update(host)
        self._load_waiting()

    def _queue(self, links: Sequence[FrontierLink], source_of: Callable[[FrontierLink], int | None]) -> int:
        """Queue the new ones of *links*, raise the better ones, and return how many were new."""
        best: dict[int, FrontierLink] = {}
        for link in links:
            key = self._key(link.url)
            if key not in best or link.score > best[key].score:
                best[key] = link
        known = self._links.known(list(best))
        new, better, touched = [], [], set()
        for key, link in best.items():
            met = known.get(key)
            if met is None:
                host, link_id = self._queue_of(host_of(link.url)), self._links.next_id()
                new.append((link_id, key, host.id, link, source_of(link)))
                host.put(Head(-link.score, link_id))
                touched.add(host)
            elif met.state == WAITING and link.score > met.score:
                better.append((met.id, link, source_of(link)))
                host = self._order[met.host]
                host.raise_score(met.head, Head(-link.score, met.id))
                touched.add(host)
        self._links.insert(new)
        self._links.replace(better)
        self._waiting += len(new)
        for host in touched:
            self._settle(host)
        if 0 < self._max_waiting * _ROOM < self._waiting:
            self._give_up_worst()
        return len(new)

    def _settle(self, host: HostQueue) -> None:
        """Bring *host* into its place, with heads read from the file when those in memory ran out."""
        if not host.heads and host.waiting:
            self._refill(host)
        else:
            self._order.update(host)

    def _refill(self, host: HostQueue) -> None:
        host.heads = self._links.heads(host.id)
        self._order.update(host)

    def _end_lease(self, url: str, state: int, visit: Visit | None) -> int:
        """Return the id of the link that was leased, or of the one its redirects led to."""
        try:
            link_id, host, *_ = self._leases.pop(self._key(url))
        except KeyError:
            raise KeyError(f"{url} is not leased") from None
        self._links.set_state(link_id, state)
        host.active -= 1
        if visit is not None:
            if visit.final_url:
                link_id = self._adopt(visit.final_url, link_id)
            self._log(link_id, host, visit, url)
        self._contents.drop_claim(url)
        self._order.update(host)
        return link_id

    def _adopt(self, url: str, source: int) -> int:
        """Mark *url*, which a redirect of *source* led to, as fetched; return its id."""
        key = self._key(url)
        met = self._links.known([key]).get(key)
        if met is None:
            return self._links.add_redirected(key, self._queue_of(host_of(url)).id, url, source)
        if met.state == WAITING and met.id != source:
            self._order[met.host].drop(met.head)
            self._waiting -= 1
            self._settle(self._order[met.host])
        self._links.set_state(met.id, DONE)
        return met.id

    def _log(self, link_id: int, host: HostQueue, visit: Visit, url: str) -> None:
        self._visits.write(link_id, visit)
        if visit.content and visit.outcome not in WASTED_OUTCOMES:
            self._contents.write(link_id, visit.content, url)
        if visit.outcome in PAGE_OUTCOMES:
            host.count_page(wasted=visit.outcome in WASTED_OUTCOMES)
            counts = (host.pages, host.wasted, host.id)
            self._db.execute("UPDATE host SET pages=?, wasted=? WHERE id=?", counts)

    def _key(self, url: str) -> int:
        return key_of(url, self._identity)

    def _id_of(self, url: str) -> int | None:
        return next((met.id for met in self._links.known([self._key(url)]).values()), None)

    def _host(self, name: str) -> HostQueue:
        known = self._hosts.get(name)
        if known is not None:
            return known
        with self.batch():
            return self._queue_of(name)

    def _queue_of(self, name: str) -> HostQueue:
        """Return the queue of the host *name*; a new host is written at the end of the transaction."""
        host = self._hosts.get(name)
        if host is None:
            host = self._register(HostQueue(len(self._hosts) + 1, name))
            self._new_hosts.append((host.id, name))
        return host

    def _register(self, host: HostQueue) -> HostQueue:
        self._hosts[host.name] = host
        self._order.register(host)
        return host


class _Lease(NamedTuple):
    link_id: int
    host: HostQueue
    ready_before: float
    """When the host could be asked but for this lease,"""
    ready_at: float
    """and when it can be with it."""


def _check_scores(links: Sequence[FrontierLink]) -> None:
    for link in links:
        _check_score(link.url, link.score)


def _check_score(url: str, score: float) -> None:
    if not math.isfinite(score):
        raise ValueError(f"the score of {url} must be a finite number, not {score}")
