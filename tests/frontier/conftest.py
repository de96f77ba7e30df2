from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from topicspider.frontier import Frontier, SqliteFrontier

OpenFrontier = Callable[..., Frontier]


@pytest.fixture(params=["sqlite"])
def open_frontier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenFrontier]:
    """Opens the frontier of the test: each call opens the same job anew."""
    opened: list[Frontier] = []

    def open_(**options: Any) -> Frontier:
        opened.append(SqliteFrontier(tmp_path / "job" / "frontier.sqlite3", **options))
        return opened[-1]

    yield open_
    for frontier in opened:
        frontier.close()
