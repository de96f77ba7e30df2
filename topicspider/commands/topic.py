"""``scrapy topic``: makes a topic from example pages, shows how pages are judged, and what a topic means."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from topicspider import topicoptions
from topicspider.exceptions import ConfigError, TopicSpiderError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from topicspider.topic import Topic
    from topicspider.topic.candidates import Example

WHAT = "say what to do: scrapy topic learn, scrapy topic check FILE PAGE…, or scrapy topic expand FILE"


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "learn|check|expand [options] [FILE] [PAGE…]"

    def short_desc(self) -> str:
        return "Learn a topic from example pages, check how pages are judged, show what a topic means"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument_group("learn").add_argument
        add("--examples", metavar="PAGES", nargs="+", help="files, folders, URLs, lists of URLs, outputs of crawls")
        add("--negative", metavar="PAGES", nargs="+", default=[], help="pages that look like the topic but are not")
        add("--background", metavar="PAGES", nargs="+", default=[], help="pages of anything else, many")
        add(
            "--from-crawl", metavar="FOLDER", help="the output of a crawl; with a keyword file that file is re-weighted"
        )
        add("--good", metavar="URLS", nargs="+", default=[], help="pages of that crawl that are right (URLs or lists)")
        add("--bad", metavar="URLS", nargs="+", default=[], help="pages of that crawl that are wrong")
        add("--name", default="", help="the name of the topic, its first keyword")
        add("--top", type=int, help="so many keywords (50; 20 without a background)")
        add("--method", choices=["keyness", "jieba"], default="keyness", help="how keywords are found (keyness)")
        add("--out", metavar="FILE", help="write the keyword file here (default: standard output)")
        add("--judge", metavar="FILE", help="train a judge too and write it here (.npz)")
        add("--yes", action="store_true", help="write a re-weighted file without asking")
        add = parser.add_argument_group("check and expand").add_argument
        add("--text", help="check this text")
        add("--url", action="append", default=[], help="expand: show what the words of this URL say")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        actions = {"learn": self._learn, "check": self._check, "expand": self._expand}
        if not args or args[0] not in actions:
            raise UsageError(WHAT, print_help=False)
        try:
            actions[args[0]](args[1:], opts)
        except (TopicSpiderError, OSError) as error:
            print(f"scrapy topic: error: {error}", file=sys.stderr)
            self.exitcode = 1

    def _learn(self, args: list[str], opts: argparse.Namespace) -> None:
        from topicspider.commands.topiclearn import learn_topic

        assert self.settings is not None
        learn_topic(args, opts, partial(self._read))

    def _check(self, args: list[str], opts: argparse.Namespace) -> None:
        from topicspider.report.judged import explanation_table

        if not args or (len(args) == 1 and opts.text is None):
            raise ConfigError("name a keyword file and pages, as in: scrapy topic check keywords/a.txt page.html")
        topic = self._topic(args[0])
        pages = self._read(args[1:]) if args[1:] else []
        for page in [*pages, *([] if opts.text is None else [_text(opts.text)])]:
            explanation = topic.explain(page.title, page.text, page.subjects)
            _print(explanation_table(explanation, page.title or page.site))

    def _expand(self, args: list[str], opts: argparse.Namespace) -> None:
        from topicspider.report.judged import meanings_table, url_table
        from topicspider.topic.meanings import meanings_of
        from topicspider.topic.urltokens import UrlTokens

        if len(args) != 1:
            raise ConfigError("name one keyword file, as in: scrapy topic expand keywords/a.txt")
        query = self._topic(args[0]).query
        tokens = UrlTokens(query)
        _print(meanings_table(meanings_of(query)))
        if opts.url:
            _print(url_table([(url, tokens.matches(url), tokens.rate(url)) for url in opts.url]))

    def _topic(self, path: str) -> Topic:
        from topicspider.topic import Topic

        assert self.settings is not None
        self.settings.set("TOPIC_KEYWORDS", path, priority="cmdline")
        self.settings.set("TOPIC_NAME", self.settings["TOPIC_NAME"] or Path(path).stem, priority="cmdline")
        return Topic(**topicoptions.topic_options(self.settings))

    def _read(self, sources: Sequence[str]) -> list[Example]:
        from topicspider.commands.fetch import fetch_pages
        from topicspider.examples import read_examples

        assert self.settings is not None
        return read_examples(sources, partial(fetch_pages, settings=self.settings))


def _text(text: str) -> Example:
    from topicspider.topic.candidates import Example

    return Example("text", "", text)


def _print(what: object) -> None:
    from rich.console import Console

    (Console() if sys.stdout.isatty() else Console(width=140, file=sys.stdout)).print(what)
