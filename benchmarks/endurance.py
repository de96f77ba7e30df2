"""Does a crawl last? A day on a virtual clock, and fifty moments at which it is killed.

    python benchmarks/endurance.py [--hours H] [--rate PAGES_PER_S] [--kills N] [--pages N] [--json FILE]

* **day**: a frontier on disk hands out URLs of 500 hosts, each with its delay, for so many simulated hours at so many
  pages a second; every page brings ten links, a few of them new, and a content to be remembered. Prints resident memory
  by quarters of the time: it is flat when the last quarters are level.
* **kills**: TopicSpider crawls a site of so many pages on loopback; it is killed (``kill -9``) at so many random
  moments and started again, then it may end. Prints how many pages are stored, lost, stored twice, and fetched again.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.frontier import Content, FrontierLink, SqliteFrontier, Visit

HERE = Path(__file__).parent
HOSTS = 500
DELAY = 1.0
LINKS = 10


def rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def day(hours: float, rate: float, folder: Path) -> dict[str, Any]:
    rng, numbers = random.Random(1), count()
    quarters, pages, began = [], 0, time.perf_counter()
    with SqliteFrontier(folder / "frontier.sqlite3", delay=DELAY, host_slots=1, max_waiting=200_000) as frontier:
        frontier.add([FrontierLink(f"http://h{host}.test/", 1.0) for host in range(HOSTS)])
        for quarter in range(1, 5):
            until = hours * 3600 * quarter / 4
            while pages / rate < until:
                link = frontier.next(pages / rate)
                if link is None:
                    raise SystemExit(f"no URL may be asked for after {pages} pages; lower --rate")
                found = [
                    FrontierLink(f"http://h{rng.randrange(HOSTS)}.test/{next(numbers)}", rng.random(), 2, link.url)
                    for _ in range(LINKS)
                ]
                body = str(rng.getrandbits(64)).encode() * 2
                content = Content(md5(body).hexdigest(), body[:32].ljust(32, b"0"))
                frontier.claim_content(content, link.url)
                frontier.done(link.url, Visit("stored", content=content, relevant=rng.random() < 0.3), found)
                pages += 1
            quarters.append(round(rss_mb(), 1))
        waiting, given_up = len(frontier), frontier.given_up
    return {
        "simulated_hours": hours,
        "pages": pages,
        "waiting": waiting,
        "given_up": given_up,
        "rss_mb_by_quarters": quarters,
        "last_to_second_quarter": round(quarters[-1] / quarters[1], 3),
        "seconds": round(time.perf_counter() - began, 1),
    }


class Site:
    """A tree of pages; ``asked`` counts requests for each."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.asked: Counter[int] = Counter()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                number = self.path.rpartition("/")[2]
                body = site.page(int(number)) if number.isdigit() else b""
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """A crawl that is killed does not say goodbye."""

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def page(self, number: int) -> bytes:
        self.asked[number] += 1
        children = [child for child in (2 * number + 1, 2 * number + 2) if child < self.pages]
        links = "".join(f"<li><a href='/{child}'>人工智能第{child}篇</a>" for child in children)
        rng = random.Random(number)
        text = "".join(rng.choices([chr(code) for code in range(0x4E00, 0x5E00)], k=200))
        return f"<meta charset=utf-8><title>人工智能{number}</title><p>机器学习{text}<ul>{links}</ul>".encode()


def kills(moments: int, pages: int, folder: Path) -> dict[str, Any]:
    site, rng = Site(pages), random.Random(2)
    settings = {
        "DOWNLOAD_DELAY": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "TOPIC_OUTPUT_DIR": folder / "output",
        "TOPIC_JOBS_DIR": folder / "jobs",
    }
    command = [sys.executable, "-m", "scrapy", "crawl", "topic", "-L", "ERROR", "-a", "topic=t"]
    command += ["-a", f"seeds={site.url}/0", "-a", f"keywords={HERE.parent / 'keywords' / 'a.txt'}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    for number in range(moments):
        before = sum(site.asked.values())
        crawl = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.DEVNULL)
        wanted = before + rng.randrange(1, 2 * max(1, pages // moments))
        while sum(site.asked.values()) < wanted and crawl.poll() is None:
            time.sleep(0.01)
        if crawl.poll() is not None:
            raise SystemExit(f"the crawl has ended before kill {number + 1}; give more --pages")
        crawl.send_signal(signal.SIGKILL)
        crawl.wait()
    subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(folder / "output" / "t" / "pages.sqlite3") as db:
        urls = [url for (url,) in db.execute("SELECT url FROM pages")]
    db.close()
    return {
        "kills": moments,
        "pages": pages,
        "stored": len(urls),
        "lost": pages - len(set(urls)),
        "stored_twice": len(urls) - len(set(urls)),
        "fetched_again": sum(site.asked.values()) - pages,
        "fetched_again_a_kill": round((sum(site.asked.values()) - pages) / moments, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--rate", type=float, default=4.0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = {
            "day": day(options.hours, options.rate, Path(folder)),
            "kills": kills(options.kills, options.pages, Path(folder)),
        }
    report = json.dumps(result, indent=2)
    print(report)
    if options.json:
        options.json.write_text(report + "\n", "utf-8")


if __name__ == "__main__":
    main()
