"""What can be known of a job from outside: its crawl writes a status file, and obeys a control file."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from topicspider.frontier.schema import LEASED, WAITING, open_read_only
from topicspider.frontier.sqlite import FILE_NAME
from topicspider.frontier.visits import VisitLog
from topicspider.jsonfile import write_json

if TYPE_CHECKING:
    from pathlib import Path

TOPIC_NAME = "topic.json"
"""What the topic of the job is."""

_STATUS, _CONTROL, _PID, _LOCK = "status.json", "control.json", "pid", "lock"


class Command(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"


class State(StrEnum):
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"
    FINISHED = "finished"
    """The crawl has come to its end, whatever the reason; it can be continued if URLs wait."""
    KILLED = "killed"
    """The process is gone, but has not finished."""

    @property
    def is_alive(self) -> bool:
        return self not in {State.FINISHED, State.KILLED}


@dataclass(frozen=True, slots=True)
class JobStatus:
    """Pages, relevant pages and waiting URLs are of the whole job; times are Unix times, 0 where nothing is known.

    ``in_flight`` counts URLs between the start of their fetch and the storage of their page, ``urls`` are some of them.
    """

    state: State
    topic: str = ""
    reason: str = ""
    """Of the end, as Scrapy's ``finish_reason``."""
    pid: int | None = None
    started_at: float = 0.0
    updated_at: float = 0.0
    pages: int = 0
    relevant: int = 0
    waiting: int = 0
    in_flight: int = 0
    pages_per_second: float = 0.0
    urls: tuple[str, ...] = ()


def job_folders(jobs: Path) -> list[Path]:
    """Return the folders of the jobs in the folder *jobs*, by name."""
    return sorted(path.parent for path in jobs.glob(f"*/{_LOCK}"))


def job_status(folder: Path) -> JobStatus:
    """Return how the job in *folder* stands, whether it runs or not."""
    written = _read_status(folder)
    if _is_locked(folder):
        if written is None or not _is_of_this_run(folder):
            return JobStatus(State.STARTING, folder.name, pid=_read_pid(folder))
        return replace(written, state=State.STOPPING) if written.state is State.FINISHED else written
    state = State.KILLED if (folder / _PID).exists() else State.FINISHED
    known = written or JobStatus(state, folder.name)
    stored = _stored(folder / FILE_NAME)
    return replace(known, state=state, pid=None, in_flight=0, pages_per_second=0.0, urls=(), **stored)


def write_status(folder: Path, status: JobStatus) -> None:
    write_json(folder / _STATUS, asdict(status))


def send(folder: Path, command: Command) -> None:
    """Leave *command* for the crawl; an earlier one that it has not taken yet is replaced."""
    write_json(folder / _CONTROL, {"command": command})


def take_command(folder: Path) -> Command | None:
    """Return the command that was left, and remove it."""
    path = folder / _CONTROL
    try:
        command = json.loads(path.read_bytes())["command"]
        path.unlink()
        return Command(command)
    except OSError:  # there is none, or none that can be taken
        return None
    except (ValueError, KeyError, TypeError):  # no command of ours
        path.unlink(missing_ok=True)
        return None


def _read_status(folder: Path) -> JobStatus | None:
    """Return what the crawl wrote last; ``None`` for nothing, or nothing of use."""
    known = {field.name for field in fields(JobStatus)}
    try:
        found = json.loads((folder / _STATUS).read_bytes())
        values = {name: value for name, value in found.items() if name in known}
        return JobStatus(**{**values, "state": State(values["state"]), "urls": tuple(values.get("urls", ()))})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _is_locked(folder: Path) -> bool:
    """Say whether a process works on the job. Only one that has left its pid can: no other's lock is touched."""
    if not (folder / _PID).exists():
        return False
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except (Timeout, OSError):  # OSError: another user's job, of which no more can be known
        return True
    lock.release()
    return False


def _is_of_this_run(folder: Path) -> bool:
    """Say whether the status is younger than the pid, which is written when a crawl starts. Pids come again."""
    try:
        return (folder / _STATUS).stat().st_mtime_ns >= (folder / _PID).stat().st_mtime_ns
    except OSError:
        return False


def _read_pid(folder: Path) -> int | None:
    try:
        return int((folder / _PID).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _stored(path: Path) -> dict[str, Any]:
    """Return what the frontier file tells of a job that does not run; nothing when it cannot be read."""
    try:
        with closing(open_read_only(path)) as db:
            pages, relevant = VisitLog(db).totals
            (waiting,) = db.execute("SELECT count(*) FROM link WHERE state IN (?, ?)", (WAITING, LEASED)).fetchone()
            (topic,) = db.execute("SELECT value FROM meta WHERE name = 'topic'").fetchone()
    except (sqlite3.Error, TypeError):
        return {}
    return {"topic": topic, "pages": pages, "relevant": relevant, "waiting": waiting}
