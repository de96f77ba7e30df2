"""Real crawls of real servers on loopback, each in a process of its own as a user starts it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass
class Site:
    """Serves ``pages`` (path or URL → body, or (status, headers, body), or a function of the request headers).

    As a proxy it serves any host. ``asked`` are the requests in order, ``most_at_once`` the largest number of
    requests of a host in work at the same time.
    """

    pages: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    most_at_once: Counter[str] = field(default_factory=Counter)
    changed: threading.Condition = field(default_factory=threading.Condition)
    url: str = ""

    def wait_for(self, count: int, timeout: float = 120) -> None:
        """Wait until *count* requests for other than robots.txt have come."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.fetched) >= count, timeout), f"{len(self.fetched)} requests"

    @property
    def fetched(self) -> list[str]:
        return [path for path in self.asked if not path.endswith("/robots.txt")]


class Crawls:
    """Starts crawls in *folder* and looks at what they made. The topic is 茶."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output = folder / "output" / "茶"
        self.keywords = folder / "a.txt"
        self.keywords.write_text("茶叶\t3\n绿茶\n采摘\n", encoding="utf-8")
        self.running: list[subprocess.Popen[str]] = []
        self.processes = ["TOPIC_READER_PROCESSES=0", "TOPIC_STORAGE_PROCESS=False"]

    def start(
        self, *settings: str, spider: str = "topic", env: dict[str, str] | None = None, **arguments: str
    ) -> subprocess.Popen[str]:
        given = {"topic": "茶", "keywords": str(self.keywords), **arguments}
        command = [sys.executable, "-W", "default::DeprecationWarning", "-m", "scrapy", "crawl", spider]
        for name, value in given.items():
            if value:
                command += ["-a", f"{name}={value}"]
        for setting in ("DOWNLOAD_DELAY=0", "CONCURRENT_REQUESTS_PER_DOMAIN=16", *self.processes, *settings):
            command += ["-s", setting]
        environment = {
            **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
            "SCRAPY_SETTINGS_MODULE": "topicspider.settings",
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            **(env or {}),
        }
        with (self.folder / "log.txt").open("a") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
            )
        self.running.append(process)
        return process

    def run(
        self, *settings: str, spider: str = "topic", env: dict[str, str] | None = None, **arguments: str
    ) -> tuple[int, str, str]:
        """Crawl to the end and return exit code, standard output and the log of this run."""
        log = self.folder / "log.txt"
        before = log.stat().st_size if log.exists() else 0
        process = self.start(*settings, spider=spider, env=env, **arguments)
        stdout, _ = process.communicate(timeout=300)
        told = log.read_bytes()[before:].decode()
        assert "topicspider/" not in told or "DeprecationWarning" not in told, told
        assert "ScrapyDeprecationWarning" not in told, told
        return process.returncode, stdout, told

    def kill(self, process: subprocess.Popen[str], number: int = signal.SIGKILL) -> int:
        process.send_signal(number)
        process.communicate(timeout=120)
        return process.returncode

    def rows(self, columns: str = "url", order: str = "url") -> list[Any]:
        with sqlite3.connect(self.output / "pages.sqlite3") as db:
            rows = db.execute(f"SELECT {columns} FROM pages ORDER BY {order}").fetchall()
        db.close()
        return [row[0] if len(row) == 1 else row for row in rows]

    def visited(self) -> list[list[str]]:
        """The lines of urls.txt: n, relevance, relevant, outcome, depth, url."""
        lines = (self.output / "urls.txt").read_text(encoding="utf-8").splitlines()
        return [line.split("\t") for line in lines if not line.startswith("#")]


def article(title: str, text: str, *links: str | tuple[str, str]) -> str:
    """A page with a text of its own and links, as URL or (URL, anchor)."""
    anchors = "".join(
        f'<li><a href="{link}">{link}</a></li>'
        if isinstance(link, str)
        else f'<li><a href="{link[0]}">{link[1]}</a></li>'
        for link in links
    )
    return (
        f'<html><head><meta charset="utf-8"><title>{title}</title></head><body><h1>{title}</h1>'
        f"<p>{text}。这一段是{title}的正文，写得足够长，让它算作一篇文章，而不只是一张链接的清单，读者可以慢慢地看。</p>"
        f"<p>第二段还是{title}，{text}，再说几句别的话，好让正文多一些内容，不至于太短。</p><ul>{anchors}</ul></body></html>"
    )
