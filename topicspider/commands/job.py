"""``scrapy job``: looks at a crawl, pauses it, has it go on, or stops it, from another terminal."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from topicspider.commands.jobs import job_folder
from topicspider.exceptions import ConfigError, JobError, TopicSpiderError
from topicspider.frontier.status import Command as Told
from topicspider.frontier.status import State, job_folders, job_status, send
from topicspider.report.status import described, job_table, jobs_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from topicspider.frontier.status import JobStatus

_LOOK_SECONDS = 0.2
_SPARE_SECONDS = 10.0


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, object]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] status|pause|resume|stop [TOPIC]"

    def short_desc(self) -> str:
        return "Look at a crawl, pause it, have it go on, or stop it"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add("--job", metavar="FOLDER", help="the job in this folder (JOBDIR), in place of a topic")
        add("--json", action="store_true", help="with status: tell it as JSON")
        add("--timeout", type=float, metavar="SECONDS", help="wait so long for the crawl (default: as it may take)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if not 1 <= len(args) <= 2 or args[0] not in {"status", *Told}:
            raise UsageError("say what to do with which topic, as in: scrapy job pause 人工智能", print_help=False)
        try:
            assert self.settings is not None
            folder = job_folder(self.settings, args[1] if len(args) == 2 else "", opts.job)
            if args[0] == "status":
                self._show(folder, as_json=opts.json)
            elif folder is None:
                raise ConfigError(f"which job? Give its topic, as in: scrapy job {args[0]} 人工智能")
            else:
                print(self._tell(folder, Told(args[0]), opts.timeout))
        except TopicSpiderError as error:
            print(f"scrapy job: error: {error}", file=sys.stderr)
            self.exitcode = 1

    def _show(self, folder: Path | None, *, as_json: bool) -> None:
        from rich.console import Console

        assert self.settings is not None
        folders = [folder] if folder else job_folders(Path(self.settings["TOPIC_JOBS_DIR"]))
        found = {str(path): job_status(path) for path in folders}
        if as_json:
            shown = [{"folder": path, **asdict(status)} for path, status in found.items()]
            print(json.dumps(shown[0] if folder else shown, ensure_ascii=False, indent=1))
            return
        if not found:
            print(f"There is no job in {self.settings['TOPIC_JOBS_DIR']} yet")
            return
        console = Console() if sys.stdout.isatty() else Console(width=120, file=sys.stdout)
        now = time.time()
        console.print(job_table(str(folder), found[str(folder)], now) if folder else jobs_table(found, now))

    def _tell(self, folder: Path, command: Told, timeout: float | None) -> str:
        """Give *command* to the crawl and wait until it is carried out; return what is so then."""
        assert self.settings is not None
        if timeout is None:
            timeout = self.settings.getfloat("TOPIC_STOP_TIMEOUT_S") + _SPARE_SECONDS
        until = time.monotonic() + timeout
        status = _wait(folder, lambda status: status.state is not State.STARTING, until)
        if not status.state.is_alive:
            raise JobError(f"{status.topic}: no crawl runs, so there is none to {command}; {described(status)}")
        send(folder, command)
        status = _wait(folder, lambda status: not status.state.is_alive or _is_done(command, status), until)
        if not _is_obeyed(command, status):
            raise JobError(f"{status.topic}: the crawl did not {command} within {timeout:g} s; {described(status)}")
        return f"{status.topic}: {described(status)}"


def _is_obeyed(command: Told, status: JobStatus) -> bool:
    if command is Told.STOP:
        return not status.state.is_alive
    return status.state is (State.PAUSED if command is Told.PAUSE else State.RUNNING)


def _is_done(command: Told, status: JobStatus) -> bool:
    """Say whether there is nothing more to wait for: after a pause also what is in flight has come in."""
    return _is_obeyed(command, status) and not (command is Told.PAUSE and status.in_flight)


def _wait(folder: Path, is_over: Callable[[JobStatus], bool], until: float) -> JobStatus:
    """Return the status as soon as *is_over* holds, or as it is when the time is up."""
    while not is_over(status := job_status(folder)) and time.monotonic() < until:
        time.sleep(_LOOK_SECONDS)
    return status
