"""``scrapy explain``: why a URL has its score, and why its page was judged as it was."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from topicspider.commands.jobs import job_folder
from topicspider.exceptions import ConfigError, JobError, TopicSpiderError
from topicspider.frontier.linkrecord import LinkRecord, link_record
from topicspider.frontier.sqlite import FILE_NAME
from topicspider.frontier.status import TOPIC_NAME
from topicspider.plugins import load_plugin

if TYPE_CHECKING:
    import argparse

    from topicspider.topic.judgement import Explanation

HOW = "say which URL of which job, as in: scrapy explain URL --job jobs/人工智能"
VISIT_FIELDS = ("outcome", "fetched_at", "relevance", "relevant", "title", "charset", "reason")
ENDINGS = ("html", "pdf", "docx")


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] URL"

    def short_desc(self) -> str:
        return "Tell why a URL of a crawl has its score, and why its page was judged as it was"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--job", metavar="FOLDER", help="the folder of the job, as jobs/人工智能")
        parser.add_argument("--topic", default="", help="the topic of the job, in place of its folder")
        parser.add_argument("--json", action="store_true", help="tell it as JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError(HOW, print_help=False)
        try:
            self._explain(args[0], opts)
        except TopicSpiderError as error:
            print(f"scrapy explain: error: {error}", file=sys.stderr)
            self.exitcode = 1

    def _explain(self, url: str, opts: argparse.Namespace) -> None:
        assert self.settings is not None
        folder = job_folder(self.settings, opts.topic, opts.job)
        if folder is None:
            raise ConfigError(HOW)
        identity = load_plugin("TOPIC_URL_IDENTITY", self.settings["TOPIC_URL_IDENTITY"], {})
        link = link_record(folder / FILE_NAME, url, identity=identity)
        if link is None:
            raise JobError(f"{url}: the job in {folder} has not met this URL")
        page = _judged(folder, link)
        if opts.json:
            print(json.dumps(_as_json(link, page), ensure_ascii=False, indent=1))
        else:
            _show(link, page)


def _judged(folder: Path, link: LinkRecord) -> Explanation | None:
    """Why the stored page is judged as it is; ``None`` where no file of it was kept."""
    from topicspider.examples import read_page_file
    from topicspider.storage.files import file_path
    from topicspider.topic import Topic

    try:
        kept = json.loads((folder / TOPIC_NAME).read_bytes())
        html, options = Path(kept["html"]), dict(kept["topic"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    files = [html / file_path(link.url, ending) for ending in ENDINGS]
    file = next((file for file in files if file.is_file()), None)
    page = read_page_file(file, link.url) if file else None
    return Topic(**options).explain(page.title, page.text, page.subjects) if page else None


def _as_json(link: LinkRecord, page: Explanation | None) -> dict[str, Any]:
    described: dict[str, Any] = {**link._asdict(), "visit": None, "judgement": None}
    if link.visit:
        described["visit"] = {
            name: getattr(link.visit, name) for name in ("outcome", "relevance", "relevant", "reason")
        }
    if page:
        found = page.judgement
        described["judgement"] = {
            "relevant": found.relevant,
            "relevance": found.relevance,
            "title_cosine": found.title_cosine,
            "body_cosine": found.body_cosine,
            "score": found.score,
            "filed": page.filed,
            "value": page.value,
            "threshold": page.threshold,
            "terms": [term._asdict() for term in page.terms],
        }
    return described


def _show(link: LinkRecord, page: Explanation | None) -> None:
    from rich.console import Console

    from topicspider.report.judged import explanation_table, link_table

    console = Console() if sys.stdout.isatty() else Console(width=140, file=sys.stdout)
    console.print(link_table(link))
    if page:
        console.print(explanation_table(page, "The page"))
    elif link.visit:
        console.print("There is no file of the page, so its judgement cannot be told term by term.", highlight=False)
