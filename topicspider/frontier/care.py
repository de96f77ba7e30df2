"""How long a host is left alone after it could not answer."""

from __future__ import annotations


class HostCare:
    """Counts what failed in a row, by origin: scheme, host and port.

    After each failure the host is held for *first* seconds, twice as long each time; for as long as it asks for if it
    does (Retry-After). After *patience* failures in a row, or when it asks for more than *longest* seconds, it is to be
    left alone for the rest of the run. A host that answers at another origin is not held for one that is dead: many
    sites have no https, or no http any more.
    """

    def __init__(self, *, first: float = 2.0, longest: float = 3600.0, patience: int = 5) -> None:
        self.first = first
        self.longest = longest
        self.patience = patience
        self.failures_: dict[str, int] = {}
        self.good_: dict[str, str] = {}
        """Host → an origin of it that has answered."""

    def failed(self, origin: str, host: str, retry_after: float | None = None) -> float | None:
        """Return for how many seconds to hold *host*, ``None`` for the rest of the run."""
        if self.good_.get(host, origin) != origin:
            return 0.0
        failures = self.failures_.get(origin, 0) + 1
        self.failures_[origin] = failures
        seconds = max(self.first * 2 ** (failures - 1), retry_after or 0.0)
        return None if failures >= self.patience or seconds > self.longest else seconds

    def answered(self, origin: str, host: str) -> None:
        self.failures_.pop(origin, None)
        self.good_[host] = origin
