"""``scrapy hosts``: how the hosts of a crawl stand, and what is to be done with single ones."""

from __future__ import annotations

import json
import sqlite3
import sys
from typing import TYPE_CHECKING, ClassVar, TypeVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from topicspider.commands.jobs import job_folder
from topicspider.exceptions import ConfigError, JobError, TopicSpiderError
from topicspider.extensions.hosts import STATE_NAME
from topicspider.frontier.hosttable import host_rows
from topicspider.frontier.sqlite import FILE_NAME as FRONTIER_NAME
from topicspider.guards import HostRule
from topicspider.guards.rulesfile import FILE_NAME, check_rule, load_rules, save_rules
from topicspider.report.hosts import described, hosts_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

N = TypeVar("N", int, float)


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] TOPIC"

    def short_desc(self) -> str:
        return "Show the hosts of a crawl, and ban, cap or boost some"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add("--job", metavar="FOLDER", help="the job in this folder (JOBDIR), in place of a topic")
        add("--ban", metavar="HOST", action="append", default=[], help="ask for nothing of this host any more")
        add("--cap", metavar="HOST=PAGES", action="append", default=[], help="at most so many pages of it in the job")
        add("--boost", metavar="HOST=FACTOR", action="append", default=[], help="its scores count so many times")
        add("--clear", metavar="HOST", action="append", default=[], help="take back what was said of this host")
        add("--top", type=int, default=20, help="show so many hosts (20)")
        add("--json", action="store_true", help="tell all hosts as JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if len(args) > 1:
            raise UsageError("say of which topic, as in: scrapy hosts 人工智能", print_help=False)
        try:
            folder = job_folder(self.settings, args[0] if args else "", opts.job)
            if folder is None:
                raise ConfigError("say of which topic, as in: scrapy hosts 人工智能")
            rules = load_rules(folder / FILE_NAME)
            changed = _changed(rules, opts)
            if changed != rules:
                save_rules(folder / FILE_NAME, changed)
            self._show(folder, changed, opts)
        except TopicSpiderError as error:
            print(f"scrapy hosts: error: {error}", file=sys.stderr)
            self.exitcode = 1

    def _show(self, folder: Path, rules: dict[str, HostRule], opts: argparse.Namespace) -> None:
        from rich.console import Console

        try:
            rows = host_rows(folder / FRONTIER_NAME)
        except sqlite3.Error as error:
            raise JobError(f"{folder / FRONTIER_NAME} cannot be read ({error})") from error
        state = _state(folder)
        if opts.json:
            print(json.dumps([described(row, rules, state) for row in rows], ensure_ascii=False, indent=1))
            return
        console = Console() if sys.stdout.isatty() else Console(width=140, file=sys.stdout)
        console.print(hosts_table(rows[: opts.top], len(rows), rules, state))


def _state(folder: Path) -> dict[str, dict[str, object]]:
    """Return what the running crawl tells of hosts and patterns; empty without one."""
    try:
        found = json.loads((folder / STATE_NAME).read_bytes())
        return {"hosts": dict(found["hosts"]), "patterns": dict.fromkeys(found["patterns"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"hosts": {}, "patterns": {}}


def _changed(rules: dict[str, HostRule], opts: argparse.Namespace) -> dict[str, HostRule]:
    changed = {host: rule for host, rule in rules.items() if host not in opts.clear}
    for host in opts.ban:
        changed[host] = changed.get(host, HostRule())._replace(banned=True)
    for text in opts.cap:
        host, pages = _assignment("--cap", text)
        changed[host] = changed.get(host, HostRule())._replace(max_pages=_number("--cap", text, pages, int))
    for text in opts.boost:
        host, factor = _assignment("--boost", text)
        changed[host] = changed.get(host, HostRule())._replace(boost=_number("--boost", text, factor, float))
    try:
        return {host: check_rule(host, rule) for host, rule in changed.items()}
    except ValueError as error:
        raise ConfigError(str(error)) from error


def _assignment(option: str, text: str) -> tuple[str, str]:
    host, equals, value = text.rpartition("=")
    if not (host and equals and value):
        raise ConfigError(f"{option} {text!r}: give a host and a number, as in {option} www.example.org=100")
    return host.lower(), value


def _number(option: str, text: str, value: str, kind: Callable[[str], N]) -> N:
    try:
        return kind(value)
    except ValueError:
        raise ConfigError(f"{option} {text!r}: {value!r} is no number") from None
