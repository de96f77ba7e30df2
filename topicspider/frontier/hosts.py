"""Which host is asked next: best head first among the hosts that have a free slot and whose delay has passed.

Only the few best URLs of a host are held in memory; the rest stays in the store and is read when they run out.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, deque
from heapq import heapify, heappop, heappush
from typing import NamedTuple

CROWD_WINDOW = 100
CROWD_MOST = 40
CROWD_FACTOR = 0.4
"""A host that had more than 40 of the last 100 hand-outs is compared with others by so much of its score: one that says
every word on every page does not take the whole crawl."""
STALE_OFFERS = 10_000
HEADS_HELD = 16
"""How many of a host's best URLs are held in memory: one store query serves this many hand-outs."""


class Head(NamedTuple):
    """A waiting URL of a host; sorts best score first, then first-in first-out."""

    negative_score: float
    link_id: int


class HostQueue:
    """What is known of one host. ``heads`` is the best part of its ``waiting`` URLs, in order."""

    __slots__ = (
        *("active", "boost", "cools_until", "delay", "heads", "id", "name", "offer"),
        *("pages", "parked", "ready_at", "waiting", "wasted"),
    )

    def __init__(self, host_id: int, name: str, pages: int = 0, wasted: int = 0) -> None:
        self.id = host_id
        self.name = name
        self.pages = pages
        self.wasted = wasted
        self.heads: list[Head] = []
        self.waiting = 0
        self.active = 0
        self.ready_at = 0.0
        self.cools_until = 0.0
        self.delay = 0.0
        self.parked = False
        self.boost = 1.0
        self.offer: tuple[float, int, int, int] | None = None

    @property
    def factor(self) -> float:
        """Share of new content among the host's pages, in (0, 1], times its boost.

        A host that repeats itself waits behind others.
        """
        return self.boost * (self.pages - self.wasted + 1) / (self.pages + 1)

    def count_page(self, *, wasted: bool) -> None:
        self.pages += 1
        self.wasted += wasted

    def put(self, head: Head) -> None:
        """Count a new waiting URL, and hold it if it is among the best."""
        complete = len(self.heads) == self.waiting
        self.waiting += 1
        self.hold(head, complete=complete)

    def hold(self, head: Head, *, complete: bool) -> None:
        if complete or (self.heads and head < self.heads[-1]):
            insort(self.heads, head)
            del self.heads[HEADS_HELD:]

    def drop(self, head: Head) -> None:
        """Count a waiting URL out."""
        self.waiting -= 1
        if head in self.heads:
            self.heads.remove(head)

    def raise_score(self, old: Head, new: Head) -> None:
        """Move a waiting URL up."""
        complete = len(self.heads) == self.waiting
        if old in self.heads:
            self.heads.remove(old)
        self.hold(new, complete=complete)


class HostOrder:
    """The order over all hosts: (score of its head, fewest active, oldest), with delays and slots kept.

    *delay* is in seconds; *slots* is how many URLs of a host may be in flight at once, 0 for no limit.
    """

    def __init__(self, *, delay: float = 0.0, slots: int = 0) -> None:
        self.delay = delay
        self.slots = slots
        self._ready: list[tuple[float, int, int, int]] = []
        self._cooling: list[tuple[float, int]] = []
        self._hosts: dict[int, HostQueue] = {}
        self._recent: deque[int] = deque(maxlen=CROWD_WINDOW)
        self._counts: Counter[int] = Counter()
        self._now = 0.0

    def __getitem__(self, host_id: int) -> HostQueue:
        return self._hosts[host_id]

    def register(self, host: HostQueue) -> None:
        self._hosts[host.id] = host

    def update(self, host: HostQueue) -> None:
        """Put *host* where it belongs, after its heads, slots or delay have changed."""
        host.offer = None
        if not host.heads or not self._has_place(host):
            return
        if host.ready_at > self._now:
            if host.cools_until != host.ready_at:
                host.cools_until = host.ready_at
                heappush(self._cooling, (host.ready_at, host.id))
            return
        head = host.heads[0]
        factor = host.factor * (CROWD_FACTOR if self._counts[host.id] > CROWD_MOST else 1.0)
        host.offer = (head.negative_score * factor, host.active, head.link_id, host.id)
        heappush(self._ready, host.offer)
        if len(self._ready) > STALE_OFFERS + 2 * len(self._hosts):
            self._drop_stale()

    def _drop_stale(self) -> None:
        """Forget the offers that hosts have replaced: what never comes to the top would stay for ever."""
        self._ready = [host.offer for host in self._hosts.values() if host.offer is not None]
        heapify(self._ready)

    def best(self, now: float) -> HostQueue | None:
        """Return the host to ask at *now*; it stays in its place until ``take``."""
        self._now = now
        while self._cooling and self._cooling[0][0] <= now:
            host = self._cooled()
            if host.offer is None:
                self.update(host)
        while self._ready:
            host = self._hosts[self._ready[0][3]]
            if host.offer is self._ready[0]:
                return host
            heappop(self._ready)
        return None

    def take(self, host: HostQueue, now: float) -> Head:
        """Take the best head of *host* for a fetch that starts at *now*. The caller refills heads, then updates."""
        head = host.heads.pop(0)
        host.waiting -= 1
        host.active += 1
        self._note(host)
        host.ready_at = now + self.delay_of(host)
        return head

    def _note(self, host: HostQueue) -> None:
        """Count a hand-out; a host whose share has fallen is compared by its full score again."""
        if len(self._recent) == CROWD_WINDOW:
            oldest = self._recent[0]
            self._counts[oldest] -= 1
            if oldest != host.id and self._counts[oldest] == CROWD_MOST:
                self.update(self._hosts[oldest])
        self._recent.append(host.id)
        self._counts[host.id] += 1

    def delay_of(self, host: HostQueue) -> float:
        return max(self.delay, host.delay)

    def reserve(self, host: HostQueue, now: float) -> float:
        """Return when *host* may be asked for something that does not wait here, and count its delay from then."""
        time = max(now, host.ready_at)
        host.ready_at = time + self.delay_of(host)
        self.update(host)
        return time

    def hold(self, host: HostQueue, until: float) -> None:
        """Let *host* not be asked before *until*."""
        host.ready_at = max(host.ready_at, until)
        self.update(host)

    def _has_place(self, host: HostQueue) -> bool:
        return not host.parked and not (self.slots and host.active >= self.slots)

    def ready_at(self) -> float | None:
        """Return when the next waiting host may be asked: now, at the end of a delay, or ``None``."""
        if self.best(self._now) is not None:
            return self._now
        while self._cooling:
            ready_at, host_id = self._cooling[0]
            host = self._hosts[host_id]
            if host.heads and host.ready_at == ready_at and self._has_place(host):
                return ready_at
            self._cooled()
        return None

    def _cooled(self) -> HostQueue:
        """Take the first host from those that cool."""
        ready_at, host_id = heappop(self._cooling)
        host = self._hosts[host_id]
        if host.cools_until == ready_at:
            host.cools_until = 0.0
        return host
