"""``scrapy lab``: crawls a recorded web with many strategies and compares how soon they find the topic."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from topicspider import config, topicoptions
from topicspider.exceptions import ConfigError, TopicSpiderError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from topicspider.lab.bench import Lab
    from topicspider.lab.experiments import Experiment
    from topicspider.lab.results import Run

BASELINE = "breadth_first"


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] WEB…"

    def short_desc(self) -> str:
        return "Compare strategies on a recorded web: WARC files or folders of them"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add("--keywords", metavar="FILE", help="keyword file of the topic")
        add("--seeds", metavar="FILE", help="file with one URL a line (default: the first page of the recording)")
        add("--relevant", metavar="FILE", help="the truth, lines of url<TAB>grade; default: the judge's verdict")
        add("--topics", metavar="DIR", help="many topics: folders with keywords.txt, seeds*.txt and relevant.tsv")
        add("--hosts", metavar="FILE", help="only these hosts of the web, one a line")
        add("--strategies", metavar="NAMES", help="names separated by commas, default among them (default: all)")
        add("--pages", type=int, default=1000, help="pages of each crawl (default: 1000)")
        add("--slots", type=int, default=1, help="fetches at once (default: 1)")
        add("--delay", type=float, default=0.0, help="seconds between two fetches of a host (default: 0)")
        add("--baseline", metavar="NAME", help=f"what the others are compared with (default: {BASELINE})")
        add("--cache", metavar="DIR", default=".lab", help="where pages that were read are kept (default: .lab)")
        add("--json", metavar="FILE", help="write the results here")
        add("--orders", metavar="FILE", help="write every page of every run here, in the order of fetching")
        add("--markdown", metavar="FILE", help="write the table here as Markdown")
        add(
            "--report", metavar="FILE", default="lab.html", help="write a page with the curves here (default: lab.html)"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if not args:
            raise UsageError("name a recorded web: WARC files or folders of them", print_help=False)
        try:
            self._compare([Path(arg) for arg in args], opts)
        except TopicSpiderError as error:
            print(f"scrapy lab: error: {error}", file=sys.stderr)
            self.exitcode = 1

    def _compare(self, web: Sequence[Path], opts: argparse.Namespace) -> None:
        from topicspider.lab.runner import Comparison

        strategies = self._strategies(opts)
        if opts.pages < 1:
            raise ConfigError(f"--pages must be 1 or more, not {opts.pages}")
        if opts.baseline and opts.baseline not in strategies:
            raise ConfigError(f"--baseline: {opts.baseline!r} is not among {', '.join(strategies)}")
        lab = self._lab(web, opts)
        comparison = Comparison(lab, self._experiments(opts), strategies)
        runs = []
        for run in comparison.run():
            runs.append(run)
            print(f"{run.topic} {run.seeds} {run.strategy}: {len(run.steps)} pages", file=sys.stderr)
        baseline = opts.baseline or (BASELINE if BASELINE in strategies else strategies[0])
        self._tell(runs, baseline, comparison.notes, opts)

    def _lab(self, web: Sequence[Path], opts: argparse.Namespace) -> Lab:
        from topicspider.lab.bench import Lab
        from topicspider.lab.simulate import Clock

        assert self.settings is not None
        default = self.settings["TOPIC_STRATEGY"]
        known = config.known_strategies(self.settings)
        return Lab(
            tuple(web),
            Path(opts.cache),
            hosts=frozenset(config.read_domains(opts.hosts)) if opts.hosts else frozenset(),
            judge=topicoptions.judge_options(self.settings),
            strategies={**known, "default": known.get(default, default)},
            options={"default": self.settings.getdict("TOPIC_STRATEGY_OPTIONS")},
            pages=opts.pages,
            clock=Clock(max(1, opts.slots), opts.delay),
        )

    def _strategies(self, opts: argparse.Namespace) -> list[str]:
        from topicspider.lab.results import ORACLE

        assert self.settings is not None
        known = [*config.known_strategies(self.settings), ORACLE]
        if not opts.strategies:
            return known
        names = list(dict.fromkeys(name.strip() for name in opts.strategies.split(",") if name.strip()))
        for name in names:
            if name not in known and name != "default" and "." not in name:
                raise ConfigError(
                    f"--strategies: {name!r} is not known; use some of: default, {', '.join(sorted(known))}"
                )
        return names

    def _experiments(self, opts: argparse.Namespace) -> list[Experiment]:
        from topicspider.lab.experiments import experiment_of, experiments_of

        if opts.topics:
            return experiments_of(Path(opts.topics))
        if not opts.keywords:
            raise ConfigError("no topic: give --keywords FILE, or --topics DIR for many")
        keywords = Path(opts.keywords)
        truth = Path(opts.relevant) if opts.relevant else None
        seeds = Path(opts.seeds) if opts.seeds else None
        return [experiment_of(keywords.stem, keywords, seeds, truth)]

    def _tell(self, runs: Sequence[Run], baseline: str, notes: Sequence[str], opts: argparse.Namespace) -> None:
        from rich.console import Console

        from topicspider.lab.report import render_lab_report
        from topicspider.lab.results import order_lines, to_json
        from topicspider.lab.table import table, table_markdown

        console = Console() if sys.stdout.isatty() else Console(width=160, file=sys.stdout)
        console.print(table(runs, baseline))
        for note in notes:
            console.print(note, highlight=False)
        if opts.json:
            Path(opts.json).write_text(json.dumps(to_json(runs, baseline), ensure_ascii=False, indent=1), "utf-8")
        if opts.markdown:
            Path(opts.markdown).write_text(table_markdown(runs, baseline), "utf-8")
        if opts.orders:
            Path(opts.orders).write_text("".join(f"{line}\n" for line in order_lines(runs)), "utf-8")
        if opts.report:
            Path(opts.report).write_text(render_lab_report(runs, baseline, notes), "utf-8")
            console.print(f"Curves: {opts.report}", highlight=False)
