"""Writes down in the job's folder what its topic is, so that it can be explained when no crawl runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals

from topicspider import config
from topicspider.extensions.job import Job
from topicspider.frontier.status import TOPIC_NAME
from topicspider.jsonfile import write_json

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from topicspider.spiders.topic import TopicSpider


class TopicFile:
    """``topic.json``: the arguments of ``Topic``, the strategy, and where the pages' files are."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        topic_file = cls(crawler)
        crawler.signals.connect(topic_file.spider_opened, signal=signals.spider_opened)
        return topic_file

    def spider_opened(self, spider: TopicSpider) -> None:
        job, settings = self.crawler.get_extension(Job), self.crawler.settings
        assert job is not None
        content = {
            "topic": spider.topic_options,
            "strategy": settings["TOPIC_STRATEGY"],
            "html": str((config.output_folder(settings) / "html").absolute()),
        }
        write_json(job.path / TOPIC_NAME, content)
