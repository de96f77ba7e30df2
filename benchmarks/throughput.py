"""How fast is a full topic crawl, beside Scrapy that only fetches and Scrapy that only follows links?

    python benchmarks/throughput.py [--pages N] [--rounds N] [--json FILE]

All three crawl the same site (``site.py``, in a second process), in turn, each in a process of its own:

* fetch: plain Scrapy fetches known URLs and does nothing with them (the ceiling);
* follow: a plain Scrapy spider with ``LinkExtractor``; nothing is judged, nothing is stored;
* topic: TopicSpider: robots.txt, judging, scoring, frontier on disk, HTML files, rows in SQLite.

Prints pages/s, CPU ms a page and peak RSS, as medians over the rounds, and the ratios of each round's medians.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.linkextractors import LinkExtractor
from scrapy.utils.project import get_project_settings

HERE = Path(__file__).parent
ROLES = ("fetch", "follow", "topic")
CONCURRENCY = 32
SAME_FOR_ALL = {
    "LOG_LEVEL": "WARNING",
    "CONCURRENT_REQUESTS": CONCURRENCY,
    "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
    "DOWNLOAD_DELAY": 0,
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
}


class FetchSpider(Spider):
    name = "fetch"

    async def start(self) -> Any:
        for number in range(self.pages):
            yield Request(f"{self.site}/p/{number}.html")

    def parse(self, response: Any) -> None:
        return None


class FollowSpider(Spider):
    name = "follow"
    links = LinkExtractor()

    async def start(self) -> Any:
        yield Request(f"{self.site}/p/0.html")

    def parse(self, response: Any) -> Any:
        for link in self.links.extract_links(response):
            yield Request(link.url)


class Meter:
    """Time and CPU from the opening of the spider to its closing, and pages received.

    CPU and memory are those of all processes of the crawl; those that read pages count from their start.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.pages = 0
        crawler.signals.connect(self.opened, signal=signals.spider_opened)
        crawler.signals.connect(self.closed, signal=signals.spider_closed)
        crawler.signals.connect(self.received, signal=signals.response_received)

    def opened(self) -> None:
        self.began, self.cpu_began = time.perf_counter(), time.process_time()

    def received(self) -> None:
        self.pages += 1

    def closed(self) -> None:
        self.seconds, self.cpu = time.perf_counter() - self.began, time.process_time() - self.cpu_began

    def result(self) -> dict[str, float]:
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = self.cpu + children.ru_utime + children.ru_stime
        return {
            "pages": self.pages,
            "pages_per_s": self.pages / self.seconds,
            "cpu_ms_per_page": 1000 * cpu / self.pages,
            "peak_rss_mb": (own.ru_maxrss + children.ru_maxrss) / 1024,
        }


def crawl(role: str, site: str, pages: int, folder: str) -> dict[str, float]:
    """Run one crawl in this process."""
    if role == "topic":
        settings = get_project_settings()
        settings.setdict({**SAME_FOR_ALL, "TOPIC_OUTPUT_DIR": f"{folder}/output", "TOPIC_JOBS_DIR": f"{folder}/jobs"})
        keywords = HERE.parent / "keywords" / "a.txt"
        spider: Any = "topic"
        arguments = {"topic": "人工智能", "keywords": str(keywords), "seeds": f"{site}/p/0.html", "max_pages": pages}
    else:
        settings = {**SAME_FOR_ALL, "CLOSESPIDER_PAGECOUNT": pages}
        spider = FetchSpider if role == "fetch" else FollowSpider
        arguments = {"site": site, "pages": pages}
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    meter = Meter(crawler)
    process.crawl(crawler, **arguments)
    process.start()
    return meter.result()


def measure(pages: int, rounds: int) -> dict[str, Any]:
    server = subprocess.Popen([sys.executable, HERE / "site.py", "0"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    site = f"http://127.0.0.1:{server.stdout.readline().strip()}"
    runs: dict[str, list[dict[str, float]]] = {role: [] for role in ROLES}
    try:
        # All that is written stays until the end: a file system is slow to reuse what was deleted a moment ago.
        with tempfile.TemporaryDirectory() as folder:
            for number in range(rounds):
                for role in ROLES:
                    runs[role].append(run_apart(role, site, pages, Path(folder) / f"{role}{number}"))
    finally:
        server.kill()
    return summary(runs)


def run_apart(role: str, site: str, pages: int, folder: Path) -> dict[str, float]:
    folder.mkdir()
    out = folder / "result.json"
    command = [sys.executable, __file__, "--role", role, "--site", site, "--pages", str(pages), "--json", str(out)]
    subprocess.run([*command, "--folder", str(folder)], check=True, stdout=subprocess.DEVNULL, cwd=HERE.parent)
    result: dict[str, float] = json.loads(out.read_text())
    return result


def summary(runs: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    medians = {
        role: {key: round(statistics.median(run[key] for run in results), 2) for key in results[0]}
        for role, results in runs.items()
    }
    speed = {role: medians[role]["pages_per_s"] for role in ROLES}
    return {
        "medians": medians,
        "topic_to_follow": round(speed["topic"] / speed["follow"], 2),
        "topic_to_fetch": round(speed["topic"] / speed["fetch"], 2),
        "each_round": {role: [round(run["pages_per_s"], 1) for run in results] for role, results in runs.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    parser.add_argument("--role", choices=ROLES, help=argparse.SUPPRESS)
    parser.add_argument("--site", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role:
        result = crawl(options.role, options.site, options.pages, options.folder)
    else:
        result = measure(options.pages, options.rounds)
        print(json.dumps(result, indent=1))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
