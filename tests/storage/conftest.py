"""The databases under test and pages to store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.pages import PAGE
from support.services import Database

from topicspider.items import PageItem
from topicspider.storage.pages import PageTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = Path(__file__).parent.parent / "fixtures" / "cases" / "storage_rows.json"


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Database:
    return Database(f"sqlite:///{tmp_path}/output/茶/pages.sqlite3")


@pytest.fixture(params=["sqlite", "mysql"])
def database(request: pytest.FixtureRequest) -> Database:
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture
def table(database: Database) -> Iterator[PageTable]:
    opened = PageTable(database.url)
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def page() -> Callable[..., PageItem]:
    """Make the page of a path; its content is ``content``, by default the path itself."""

    def make(path: str = "", content: str | None = "", **fields: Any) -> PageItem:
        md5 = None if content is None else hashlib.md5((content or path).encode()).hexdigest()
        url = f"http://e.example/{path}"
        return replace(PAGE, **{"url": url, "content_md5": md5, "body": f"<p>{path}".encode(), **fields})

    return make


@pytest.fixture(scope="session")
def cases() -> dict[str, Any]:
    return {case["id"]: case["row"] for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"]}
