"""What the embedded frontier promises beyond the contract: its file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from topicspider.exceptions import JobError
from topicspider.frontier import FrontierLink, SqliteFrontier


def test_refuses_the_job_of_another_topic(tmp_path):
    SqliteFrontier(tmp_path, topic="茶").close()
    SqliteFrontier(tmp_path, topic="茶").close()
    with pytest.raises(JobError, match=r"about '茶', not '足球'.*fresh=true"):
        SqliteFrontier(tmp_path, topic="足球")


def test_refuses_a_newer_version(tmp_path):
    frontier = SqliteFrontier(tmp_path)
    frontier.close()
    with sqlite3.connect(frontier.path) as db:
        db.execute("UPDATE meta SET value='99' WHERE name='version'")
    db.close()
    with pytest.raises(JobError, match="format version 99"):
        SqliteFrontier(tmp_path)


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to be read as one" * 100, b"SQLite format 3\0"]
)
def test_refuses_a_damaged_file_and_leaves_it_alone(tmp_path, content):
    path = tmp_path / "frontier.sqlite3"
    path.write_bytes(content)
    with pytest.raises(JobError, match="not a usable frontier file.*fresh=true"):
        SqliteFrontier(path)
    assert path.read_bytes() == content


def test_a_torn_write_costs_at_most_the_torn_batch(tmp_path):
    """The write-ahead log is cut at many offsets of its last transaction, as by a crash in the middle of a write."""
    (tmp_path / "whole").mkdir()
    frontier = SqliteFrontier(tmp_path / "whole")
    frontier.add([FrontierLink(f"http://a.test/{n}", 0.5) for n in range(50)])
    log = frontier.path.with_name(frontier.path.name + "-wal")
    before = log.stat().st_size
    frontier.add([FrontierLink(f"http://b.test/{n}", 0.5) for n in range(50)])
    after = log.stat().st_size
    for size in [before, *range(before + 1, after, (after - before) // 40), after - 1, after]:
        torn = tmp_path / str(size)
        shutil.copytree(tmp_path / "whole", torn)
        os.truncate(torn / log.name, size)
        (torn / (frontier.path.name + "-shm")).unlink()
        copy = SqliteFrontier(torn)
        assert len(copy) == (100 if size == after else 50)
        copy.close()
    frontier.close()


def test_keeps_no_file_per_score_or_host(tmp_path):
    frontier = SqliteFrontier(tmp_path)
    links = [FrontierLink(f"http://h{n}.test/", n / 10_000) for n in range(10_000)]
    frontier.add(links)
    assert len(frontier) == 10_000
    assert len(list(tmp_path.iterdir())) <= 3
    frontier.close()


_WRITER = """
import sys
from topicspider.frontier import FrontierLink, SqliteFrontier, Visit
frontier = SqliteFrontier(sys.argv[1])
frontier.add([FrontierLink("http://a.test/0", 0.5)])
for n in range(10**9):
    link = frontier.next(n)
    links = [FrontierLink(f"http://a.test/{n + 1}", 0.5), FrontierLink(f"http://b.test/{n}", 0.1)]
    frontier.done(link.url, Visit("stored"), links)
    print(n, flush=True)
"""


def test_kill_9_loses_nothing_that_was_done(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    last = [int(process.stdout.readline()) for _ in range(200)][-1]
    process.kill()
    last = max([last, *(int(line) for line in process.stdout.read().split())])
    process.stdout.close()
    process.wait()
    frontier = SqliteFrontier(tmp_path)
    assert last + 1 <= frontier.totals.pages <= last + 2
    assert len(frontier) == frontier.totals.pages + 1
    frontier.close()
