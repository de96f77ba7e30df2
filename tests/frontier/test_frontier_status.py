from __future__ import annotations

import os
from pathlib import Path

import pytest

from topicspider.frontier.base import FrontierLink, Visit
from topicspider.frontier.job import JobDirectory
from topicspider.frontier.sqlite import SqliteFrontier
from topicspider.frontier.status import (
    Command,
    JobStatus,
    State,
    job_folders,
    job_status,
    send,
    take_command,
    write_status,
)

RUNNING = JobStatus(
    State.RUNNING,
    "茶",
    pid=4711,
    started_at=100.0,
    updated_at=160.0,
    pages=20,
    relevant=5,
    waiting=300,
    in_flight=2,
    pages_per_second=1.5,
    urls=("http://a.example/1", "http://a.example/2"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A job that does not run: three pages, two of them relevant; one URL failed, two wait."""
    path = tmp_path / "茶"
    directory = JobDirectory(path)
    directory.open()
    with SqliteFrontier(path, topic="茶") as frontier:
        frontier.add([FrontierLink(f"http://h{n}.example/", 1 - n / 10) for n in range(6)])
        for outcome, relevant in (("stored", True), ("stored", False), ("duplicate", True), ("failed", False)):
            link = frontier.next(0.0)
            assert link is not None
            frontier.done(link.url, Visit(outcome, 1.0, relevant=relevant))
    directory.close()
    return path


def test_a_job_that_does_not_run_is_read_from_its_frontier_and_left_as_it_is(folder):
    write_status(folder, JobStatus(State.FINISHED, "茶", "shutdown", 1, 100.0, 160.0, pages=1, relevant=1))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert job_status(folder) == JobStatus(
        State.FINISHED, "茶", "shutdown", None, 100.0, 160.0, pages=3, relevant=2, waiting=2
    )
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_job_without_a_status_file_is_known_by_its_frontier(folder):
    assert job_status(folder) == JobStatus(State.FINISHED, "茶", pages=3, relevant=2, waiting=2)


def test_a_killed_job_is_told_from_one_that_has_finished_and_what_was_leased_waits(folder):
    frontier = SqliteFrontier(folder, topic="茶")
    assert frontier.next(0.0) is not None
    write_status(folder, RUNNING)
    (folder / "pid").write_text("4711\n")  # its lock is gone with the process
    status = job_status(folder)
    assert (status.state, status.waiting, status.in_flight, status.urls) == (State.KILLED, 2, 0, ())
    frontier.close()


def test_a_frontier_that_cannot_be_read_leaves_what_the_crawl_told_last(folder):
    (folder / "frontier.sqlite3").write_bytes(b"no database")
    write_status(folder, RUNNING)
    assert (job_status(folder).pages, job_status(folder).waiting) == (20, 300)


def test_a_running_job_is_as_its_crawl_tells(folder):
    directory = JobDirectory(folder)
    directory.open()
    assert job_status(folder) == JobStatus(State.STARTING, "茶", pid=os.getpid())
    write_status(folder, RUNNING)
    assert job_status(folder) == RUNNING
    os.utime(folder / "pid", (2e9, 2e9))  # started after the status was written: it is of an earlier run
    assert job_status(folder).state is State.STARTING
    directory.close()
    assert job_status(folder).state is State.FINISHED


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"state": "asleep"}', b'{"pages": 3}', b"\xff"])
def test_a_status_file_of_no_use_is_as_none(folder, content):
    (folder / "status.json").write_bytes(content)
    assert job_status(folder) == JobStatus(State.FINISHED, "茶", pages=3, relevant=2, waiting=2)


def test_a_command_is_taken_once_and_the_last_one_counts(tmp_path):
    assert take_command(tmp_path) is None
    send(tmp_path, Command.PAUSE)
    send(tmp_path, Command.STOP)
    assert take_command(tmp_path) is Command.STOP
    assert take_command(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"", b"stop", b"[]", b"{}", b'{"command": "dance"}', b'{"command": ["stop"]}', b"\xff"]
)
def test_what_is_no_command_is_removed(tmp_path, content):
    (tmp_path / "control.json").write_bytes(content)
    assert take_command(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_jobs_are_the_folders_that_a_crawl_has_locked_once(folder):
    (folder.parent / ".recordings").mkdir()
    (folder.parent / "notes").mkdir()
    assert job_folders(folder.parent) == [folder]
    assert job_folders(folder.parent / "nowhere") == []
