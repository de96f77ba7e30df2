"""Which job a command means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topicspider.exceptions import JobError
from topicspider.frontier.job import folder_name
from topicspider.frontier.status import job_folders

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


def job_folder(settings: BaseSettings, topic: str, given: str | None) -> Path | None:
    """Return the folder of the job that is meant: *given*, that of *topic*, or JOBDIR; ``None`` when none is named.

    Raises ``JobError`` when there is no job.
    """
    jobs = Path(settings["TOPIC_JOBS_DIR"])
    named = given or (None if topic else settings["JOBDIR"])
    if not named and not topic:
        return None
    folder = Path(named) if named else jobs / folder_name(topic)
    if not (folder / "lock").exists():
        others = ", ".join(path.name for path in job_folders(jobs)) or "none"
        raise JobError(f"there is no job {topic or folder}; the jobs in {jobs} are: {others}")
    return folder
