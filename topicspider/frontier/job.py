"""The directory of a job: one process at a time, set aside for a fresh start."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from topicspider.exceptions import JobError

if TYPE_CHECKING:
    from pathlib import Path

_UNSAFE_RE = re.compile(r'[\x00-\x1f/\\:*?"<>|]+')
_MAX_NAME_BYTES = 120


def folder_name(topic: str) -> str:
    """Return a folder name for *topic* that is safe on every system: Chinese stays readable."""
    name = _UNSAFE_RE.sub("_", topic).strip(" ._")
    while len(name.encode()) > _MAX_NAME_BYTES:
        name = name[:-1]
    return name or "topic"


class JobDirectory:
    """The folder *path* of a job, locked by ``open`` until ``close``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / "lock")

    def open(self, *, fresh: bool = False) -> None:
        """Lock the folder; with *fresh* what it holds is set aside first.

        Raises ``JobError`` when another process works on it or it cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise JobError(
                f"{self.path}: the job is in use by another crawl ({self._owner()}); wait for it, stop it, or give "
                "another JOBDIR"
            ) from None
        except OSError as error:
            raise JobError(f"{self.path}: cannot be used as job directory ({error}); give another JOBDIR") from error
        if fresh:
            self._set_aside()
        (self.path / "pid").write_text(f"{os.getpid()}\n", encoding="ascii")

    def close(self) -> None:
        if self._lock.is_locked:
            (self.path / "pid").unlink(missing_ok=True)
            self._lock.release()

    def _owner(self) -> str:
        try:
            return f"process {int((self.path / 'pid').read_text(encoding='ascii'))}"
        except (OSError, ValueError):
            return "its process is not known"

    def _set_aside(self) -> None:
        old = [file for file in self.path.iterdir() if file.name != "lock" and not file.name.startswith("before-")]
        if old:
            aside = self.path / datetime.now(UTC).strftime("before-%Y%m%dT%H%M%S.%f")
            aside.mkdir()
            for file in old:
                file.rename(aside / file.name)
