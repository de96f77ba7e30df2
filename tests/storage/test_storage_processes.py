"""Several processes at one SQLite file, and one that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from topicspider.storage.files import file_path
from topicspider.storage.tables import pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]

# Arguments: database URL, HTML folder, name of the process, number of pages. Prints the URL of each stored page.
WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from support.pages import PAGE
from topicspider.storage.files import PageFiles
from topicspider.storage.pages import PageTable
from topicspider.storage.writer import StorageWriter

BODY = b"<p>" + b"x" * 9000
url, folder, name, pages = sys.argv[1:]
table = PageTable(url)
table.open()
writer = StorageWriter(table, PageFiles(Path(folder)))
for first in range(0, int(pages), 5):
    items = [
        replace(PAGE, url=f"http://e.example/{name}/{number}", content_md5=f"{name}{number:031}", body=BODY)
        for number in range(first, first + 5)
    ]
    items.append(replace(PAGE, url="http://e.example/of-all", content_md5="f" * 32, body=BODY))
    futures = [writer.submit(item) for item in items]
    for item, future in zip(items, futures):
        future.result()
        print(item.url, flush=True)
writer.close()
table.close()
"""


@pytest.fixture
def start(sqlite_database: Any, tmp_path: Path) -> Iterator[Callable[[str, int], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def run(name: str, count: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITER, sqlite_database.url, str(tmp_path / "html"), name, str(count)]
        environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def test_three_writers_and_a_reader_lose_nothing(
    sqlite_database: Any, start: Callable[[str, int], subprocess.Popen[str]], cases: dict[str, Any]
) -> None:
    assert cases["ST15"] == {"processes": 3, "backend": "sqlite"}
    writers = [start(name, 20) for name in "abc"]
    assert all(writer.stdout.readline() for writer in writers)  # the tables are there
    seen = [0]
    while any(writer.poll() is None for writer in writers):
        (row,) = sqlite_database.execute(select(func.count().label("number")).select_from(pages))
        seen.append(row["number"])
    assert seen == sorted(seen)
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    urls = [row["url"] for row in sqlite_database.rows()]
    assert sorted(urls) == sorted(
        ["http://e.example/of-all", *(f"http://e.example/{name}/{number}" for name in "abc" for number in range(20))]
    )


def test_a_killed_process_leaves_no_row_without_its_whole_file(
    sqlite_database: Any, start: Callable[[str, int], subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = start("a", 1_000_000)
    told = {process.stdout.readline().strip() for _ in range(30)}
    os.kill(process.pid, signal.SIGKILL)
    told |= {line for line in process.communicate()[0].split("\n")[:-1] if line}
    rows = {row["url"]: row["html_path"] for row in sqlite_database.rows()}
    assert told <= set(rows)  # what was told as stored is stored
    for url, path in rows.items():
        assert path == file_path(url, "html")
        assert (tmp_path / "html" / path).read_bytes() == b'<meta charset="utf-8"><p>' + b"x" * 9000
