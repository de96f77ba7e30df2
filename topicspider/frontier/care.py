"""How long a host is left alone after it could not answer."""

from __future__ import annotations


class HostCare:
    """Counts what failed in a row, host by host.

    After each failure the host is held for *first* seconds, twice as long each time; for as long as it asks for if it
    does (Retry-After). After *patience* failures in a row, or when it asks for more than *longest* seconds, it is to be
    left alone for the rest of the run.
    """

    def __init__(self, *, first: float = 2.0, longest: float = 3600.0, patience: int = 5) -> None:
        self.first = first
        self.longest = longest
        self.patience = patience
        self.failures_: dict[str, int] = {}

    def failed(self, host: str, retry_after: float | None = None) -> float | None:
        """Return for how many seconds to hold *host*, ``None`` for the rest of the run."""
        failures = self.failures_.get(host, 0) + 1
        self.failures_[host] = failures
        seconds = max(self.first * 2 ** (failures - 1), retry_after or 0.0)
        return None if failures >= self.patience or seconds > self.longest else seconds

    def answered(self, host: str) -> None:
        self.failures_.pop(host, None)
