"""The contract of a frontier: which URLs wait, are in flight or done, ordered best first over polite hosts.

Every frontier passes the same tests (``tests/frontier/test_frontier_contract.py``). Times are seconds of any one clock
that only goes forward; scores are finite floats, by the strategies in [0, 1].
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

NO_FACTORS: Mapping[str, float] = MappingProxyType({})


class FrontierLink(NamedTuple):
    """A URL that waits: where it was found, and why it has its score. A tuple, since millions are made."""

    url: str
    score: float
    depth: int = 0
    parent: str | None = None
    anchor: str = ""
    inherited: float = 0.0
    """Relevance passed down the path to this link, in [0, 1]."""
    importance: float = 0.0
    factors: Mapping[str, float] = NO_FACTORS
    """The parts that made the score, by name."""
    tries: int = 0
    """How often the URL was handed out before and not finished."""


class Content(NamedTuple):
    """What names the content of a page."""

    md5: str
    sketch: bytes | None = None
    """By which near-duplicates are found (``topicspider.page.neardup``)."""
    title: str = ""
    """Pages of one site with different titles are no near-duplicates: their site says much the same on all."""


class Original(NamedTuple):
    """The page that brought a content first."""

    url: str
    is_near: bool = False
    """Whether the two are near-duplicates, not the same."""


class Visit(NamedTuple):
    """How the fetch of a URL turned out."""

    outcome: str
    """``stored``, ``duplicate``, ``near_duplicate``, ``missing``, ``noindex``, ``dropped``, ``sitemap``, ``not_html``,
    ``http_error``, ``robots``, ``trap`` or ``failed``."""
    fetched_at: float = 0.0
    """Seconds since 1970, UTC."""
    relevance: float = 0.0
    relevant: bool = False
    title: str = ""
    charset: str = ""
    content: Content | None = None
    """What it brought, when that is to be known again."""
    reason: str = ""
    """Why, where the outcome does not say it; of a page the keywords it has."""
    final_url: str | None = None
    """Where redirects led, when that is another resource than the URL asked for."""
    same_as: str | None = None
    """Of a duplicate, the URL that brought its content first."""


class VisitRecord(NamedTuple):
    """A line of the visit log: the visit and what the frontier knew of the URL."""

    url: str
    host: str
    score: float
    depth: int
    visit: Visit
    parent: str | None = None
    anchor: str = ""
    factors: Mapping[str, float] = NO_FACTORS


DUPLICATE_OUTCOMES = frozenset({"duplicate", "near_duplicate"})
WASTED_OUTCOMES = frozenset({"missing", *DUPLICATE_OUTCOMES})
"""Outcomes of a fetch that brought nothing new."""
PAGE_OUTCOMES = frozenset({"stored", "missing", "noindex", "dropped", *DUPLICATE_OUTCOMES})
"""Outcomes of a fetch that brought a page."""


class HostState(NamedTuple):
    """How a host is asked."""

    name: str
    delay: float
    """Seconds; that of all hosts if it has none of its own."""
    ready_at: float
    parked: bool


class VisitTotals(NamedTuple):
    pages: int = 0
    relevant: int = 0


class Frontier(ABC):
    """The queue. ``next`` leases a URL; ``done``, ``failed`` or ``release`` ends the lease."""

    @abstractmethod
    def add(self, links: Sequence[FrontierLink]) -> int:
        """Queue *links* in one transaction and return how many URLs were new.

        A URL met before is never queued twice; while it waits, a higher score raises it. Ties are handed out first-in
        first-out. Raises ``ValueError`` for a score that is not finite; then nothing of the batch is queued.
        """

    @abstractmethod
    def next(self, now: float) -> FrontierLink | None:
        """Lease the best URL among the hosts that may be asked at *now*, or return ``None``."""

    @abstractmethod
    def ready_at(self) -> float | None:
        """Return when the next waiting host may be asked; ``None`` if only the end of a lease can change that."""

    @abstractmethod
    def done(self, url: str, visit: Visit | None = None, links: Sequence[FrontierLink] = ()) -> int:
        """End the lease of *url*: log the visit and queue the page's *links*, all in one transaction.

        Return how many links were new.
        """

    @abstractmethod
    def failed(self, url: str, visit: Visit | None = None) -> None:
        """End the lease of *url* without a page; it is not handed out again."""

    @abstractmethod
    def release(self, url: str, *, tried: bool = True) -> None:
        """Give *url* back to the queue with its score; *tried* says whether the lease counts as a try.

        If it does not, the host was not asked: its delay is what it was before.
        """

    @abstractmethod
    def batch(self) -> AbstractContextManager[None]:
        """Make one transaction of the calls in the ``with`` block: what they change is kept whole or not at all."""

    @abstractmethod
    def is_taken(self, url: str, *, besides: str = "") -> bool:
        """Say whether *url* was fetched already or is in flight; as the URL *besides* it is not taken."""

    @abstractmethod
    def claim_content(self, content: Content, url: str) -> Original | None:
        """Return the other page that brought this content first, or ``None`` and remember *url* as the first.

        Where none brought the same, one that brought a near-duplicate of it.
        """

    @abstractmethod
    def set_delay(self, host: str, delay: float) -> None:
        """Wait *delay* seconds between two hand-outs of *host*, if that is more than the delay of all hosts.

        Holds until the frontier is closed.
        """

    @abstractmethod
    def asked(self, host: str, at: float) -> None:
        """Count the delay of *host* from *at*, when a request reached it: later than it was handed out."""

    @abstractmethod
    def hold(self, host: str, until: float) -> None:
        """Hand out no URL of *host* before *until*."""

    @abstractmethod
    def reserve(self, host: str, now: float) -> float:
        """Return when *host* may be asked for something that does not wait here, as the target of a redirect.

        That is not before *now*; its delay is counted from then.
        """

    @abstractmethod
    def park(self, host: str) -> int:
        """Hand out no URL of *host* until the job is opened again, and return how many wait; they count no more."""

    @abstractmethod
    def is_parked(self, host: str) -> bool:
        """Say whether *host* was parked and not taken back."""

    @abstractmethod
    def unpark(self, host: str) -> None:
        """Let a host that was parked be asked again."""

    @abstractmethod
    def boost(self, host: str, factor: float) -> None:
        """Compare *host* with others by its best score times *factor*, above 0, until the frontier is closed."""

    @abstractmethod
    def slow_hosts(self, now: float) -> Iterator[HostState]:
        """Yield the hosts that are parked, held for more than their delay, or have a delay of their own."""

    @abstractmethod
    def rescore(self, factor: float, *, host: str | None = None, pattern: str | None = None) -> int:
        """Multiply the score of waiting URLs (of a *host*, of a URL *pattern* in GLOB syntax, or all) by *factor*.

        Return how many were changed.
        """

    @abstractmethod
    def set_scores(self, scores: Mapping[str, float]) -> int:
        """Give URLs new scores, higher or lower, and return how many were changed.

        Left alone are those that do not wait, and seeds, which are first whatever a strategy thinks of them.

        Raises ``ValueError`` for a score that is not finite; then nothing is changed.
        """

    @abstractmethod
    def visits(self) -> Iterator[VisitRecord]:
        """Yield the visit log in the order in which the visits ended."""

    @abstractmethod
    def host_pages(self) -> Iterator[tuple[str, int]]:
        """Yield each host that brought pages, and how many."""

    @property
    @abstractmethod
    def totals(self) -> VisitTotals:
        """Pages and relevant pages of the whole job."""

    @property
    @abstractmethod
    def given_up(self) -> int:
        """How many URLs were forgotten since the frontier was opened, as too many waited. Met again they are new."""

    @property
    @abstractmethod
    def leased(self) -> int:
        """How many URLs are handed out and not finished."""

    @abstractmethod
    def __len__(self) -> int:
        """How many URLs wait, of hosts that are not parked."""

    @abstractmethod
    def close(self) -> None:
        """Flush and close; URLs still leased wait again when the job is opened the next time."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
