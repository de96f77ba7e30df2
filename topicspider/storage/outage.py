"""One absence of the database: how long, how many tries, and when to try again."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0)  # seconds; the last one again and again


@dataclass(slots=True)
class Outage:
    """Begins when it is made."""

    longest: float  # seconds
    tries: int = 0
    _since: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    def next_pause(self) -> float | None:
        """Count a try that failed; return the seconds until the next one, None when it has lasted too long."""
        pause = _PAUSES[min(self.tries, len(_PAUSES) - 1)]
        self.tries += 1
        left = self.longest - self.seconds
        return min(pause, left) if left > 0 else None

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.tries} tries"
