"""A crawl of a recorded web: the very page, topic, strategy and frontier of a live crawl, without a network.

Only what is in the recording counts, and nothing is known of a page before it is fetched.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from topicspider.frontier.base import FrontierLink, Visit
from topicspider.frontier.sqlite import SqliteFrontier
from topicspider.page.urls import origin_of, resolve
from topicspider.robots import parse_robots
from topicspider.visit import visit_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topicspider.lab.readings import ReadingCache
    from topicspider.lab.web import Recorded, RecordedWeb
    from topicspider.robots import RobotsRules
    from topicspider.visit import LinkScorer

MAX_REDIRECTS = 10
_COUNTED = {"stored", "noindex", "near_duplicate", "missing"}
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class Clock:
    """How time passes: *slots* fetches at once, each of *latency* seconds, and *delay* seconds between two of a host.

    With one slot and no delay the crawl is sequential: the ideal of each strategy.
    """

    slots: int = 1
    delay: float = 0.0
    latency: float = 0.2


class Fetch(NamedTuple):
    """A fetched page: its address in the recording, how the visit turned out, and the links it gave."""

    url: str
    visit: Visit
    links: int


class Simulation:
    """Crawls *web* from *seeds* as *scorer* says. ``agent`` is the user agent that robots.txt is asked for."""

    def __init__(
        self,
        web: RecordedWeb,
        readings: ReadingCache,
        scorer: LinkScorer,
        seeds: Sequence[str],
        *,
        clock: Clock = Clock(),
        agent: str = "TopicSpider",
    ) -> None:
        self.web = web
        self.readings = readings
        self.scorer = scorer
        self.seeds = seeds
        self.clock = clock
        self.agent = agent
        self.cpu_seconds = 0.0
        """CPU time of choosing: scoring and frontier, without reading pages."""
        self._robots: dict[str, RobotsRules] = {}

    def run(self) -> Iterator[Fetch]:
        """Yield the pages in the order in which they come; no page twice, whatever its address."""
        with SqliteFrontier(":memory:", delay=self.clock.delay, host_slots=1 if self.clock.delay else 0) as frontier:
            self._frontier = frontier
            met: set[str] = set()
            for seed in self.seeds:
                frontier.add([FrontierLink(seed, 1.0)])
            for now, link in self._leases():
                fetch = self._visit(link, now)
                if fetch is not None and fetch.url not in met:
                    met.add(fetch.url)
                    yield fetch

    def _leases(self) -> Iterator[tuple[float, FrontierLink]]:
        """Yield (end, link) of each fetch, in order of its end."""
        now, numbers = 0.0, count()
        in_flight: list[tuple[float, int, FrontierLink]] = []
        while True:
            link = self._timed_next(now) if len(in_flight) < self.clock.slots else None
            if link is not None:
                heappush(in_flight, (now + self.clock.latency, next(numbers), link))
                continue
            ready_at = self._frontier.ready_at() if len(in_flight) < self.clock.slots else None
            if in_flight and (ready_at is None or in_flight[0][0] <= ready_at):
                now, _, link = heappop(in_flight)
                yield now, link
            elif ready_at is not None:
                now = max(now, ready_at)
            else:
                return

    def _timed_next(self, now: float) -> FrontierLink | None:
        began = time.process_time()
        while (link := self._frontier.next(now)) and link.depth and (reason := self.scorer.guard.refusal(link.url)):
            self._frontier.done(link.url, Visit("trap", now, reason=reason))
        self.cpu_seconds += time.process_time() - began
        return link

    def _visit(self, link: FrontierLink, now: float) -> Fetch | None:
        end = self._follow(link)
        if isinstance(end, str):
            self._frontier.done(link.url, Visit(end, now))
            return None
        return self._page(link, *end, now)

    def _follow(self, link: FrontierLink) -> tuple[str, Recorded] | str:
        """Return the address at which the redirects of *link* end and what was recorded there, or the outcome."""
        url, recorded = link.url, self.web.get(link.url)
        if recorded is None:
            return "http_error"
        if not self._is_open(url):
            return "robots"
        chain = {url}
        while (target := redirect_target(url, recorded)) is not None:
            if self._frontier.is_taken(target, besides=link.url) and target not in chain:
                return "duplicate"
            following = self.web.get(target)
            if following is None or target in chain or len(chain) > MAX_REDIRECTS:
                return "http_error"
            if not self.scorer.is_allowed(target):
                return "failed"
            url, recorded = target, following
            chain.add(url)
        return (url, recorded) if recorded.status == 200 else "http_error"

    def _page(self, link: FrontierLink, url: str, recorded: Recorded, now: float) -> Fetch | None:
        reading = self.readings.read(recorded.body, url, headers_of(recorded))
        began = time.process_time()
        visit, links = visit_page(reading, link, url, now, scorer=self.scorer, frontier=self._frontier)
        self._frontier.done(link.url, visit, links)
        self.cpu_seconds += time.process_time() - began
        return Fetch(recorded.url, visit, len(links)) if visit.outcome in _COUNTED else None

    def _is_open(self, url: str) -> bool:
        """Ask the recorded robots.txt of the host; a host without one is open."""
        origin = origin_of(url)
        if origin not in self._robots:
            recorded = self.web.get(f"{origin}/robots.txt")
            body = recorded.body if recorded and recorded.status == 200 else b""
            self._robots[origin] = parse_robots(body, f"{origin}/robots.txt")
        return self._robots[origin].allowed(self.agent, url)


def headers_of(recorded: Recorded) -> dict[str, str]:
    """Return the headers by lower-case name; several of a name by lines."""
    headers: dict[str, str] = {}
    for name, value in recorded.headers:
        name = name.lower()
        headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return headers


def redirect_target(url: str, recorded: Recorded) -> str | None:
    if recorded.status not in _REDIRECTS:
        return None
    location = headers_of(recorded).get("location")
    return None if location is None else resolve(location, url)
