"""The job of the crawl: its directory, locked, and its frontier, open before the engine is made.

An error in here ends the crawl before its first request with nothing half started; the scheduler takes over from here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from topicspider.frontier.job import JobDirectory, folder_name
from topicspider.plugins import load_plugin

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import Settings

    from topicspider.frontier import Frontier


class Job:
    """``path`` is the job's folder. ``close`` ends what ``from_crawler`` has opened; the scheduler calls it."""

    def __init__(self, directory: JobDirectory, frontier: Frontier) -> None:
        self.path = directory.path
        self.frontier = frontier
        self._directory = directory

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises ``JobError`` when the job is in use, of another topic, damaged, or of a newer version."""
        settings = crawler.settings
        topic = settings["TOPIC_NAME"]
        directory = JobDirectory(Path(settings["JOBDIR"] or Path(settings["TOPIC_JOBS_DIR"]) / folder_name(topic)))
        directory.open(fresh=settings.getbool("TOPIC_FRESH"))
        try:
            return cls(directory, _open_frontier(settings, directory.path))
        except BaseException:
            directory.close()
            raise

    def close(self) -> None:
        self.frontier.close()
        self._directory.close()


def _open_frontier(settings: Settings, folder: Path) -> Frontier:
    known = {**settings.getdict("TOPIC_FRONTIERS_BASE"), **settings.getdict("TOPIC_FRONTIERS")}
    frontier: Frontier = load_plugin("TOPIC_FRONTIER", settings["TOPIC_FRONTIER"], known)(
        folder / "frontier.sqlite3",
        topic=settings["TOPIC_NAME"],
        delay=settings.getfloat("DOWNLOAD_DELAY"),
        host_slots=settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"),
        max_waiting=settings.getint("TOPIC_MAX_WAITING"),
        identity=load_plugin("TOPIC_URL_IDENTITY", settings["TOPIC_URL_IDENTITY"], {}),
    )
    return frontier
