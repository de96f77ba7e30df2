"""Does a polite crawl lose time? Many hosts, each with its delay, and how much of what the delays allow is fetched.

    python benchmarks/politeness.py [--hosts N] [--delay S] [--latency MS] [--slots N] [--seconds S] [--json FILE]

A proxy on loopback is all hosts; each page links to three others of its host and one of another, and is sent after the
latency. TopicSpider crawls from all home pages for about so many seconds. Measured at the proxy, when requests come:
``share`` = requests ÷ what the delays allow from the first to the last of them, and the shortest pause between two
requests to one host, robots.txt among them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
KEYWORDS = ("人工智能", "机器学习", "神经网络", "深度学习", "计算机视觉", "算法")


class Hosts:
    """Answers for every host, and notes when each was asked."""

    def __init__(self, count: int, latency: float) -> None:
        self.count = count
        self.latency = latency
        self.times: dict[str, list[float]] = defaultdict(list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                url = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode("ascii")
                _, _, host, path = url.split("/", 3)
                self.times[host].append(time.monotonic())
                await asyncio.sleep(self.latency)
                writer.write(self._answer(host, path))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def _answer(self, host: str, path: str) -> bytes:
        if path == "robots.txt":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        rng = random.Random(f"{host}/{path}")
        own = [f"/{rng.randrange(10**6)}" for _ in range(3)]
        links = [*own, f"http://h{rng.randrange(self.count)}.test/{rng.randrange(10**6)}"]
        anchors = "".join(f"<li><a href='{link}'>{rng.choice(KEYWORDS)}的第{n}篇</a>" for n, link in enumerate(links))
        words = "".join(rng.choices([*KEYWORDS, *map(chr, range(0x4E00, 0x5E00))], k=400))
        body = f"<meta charset=utf-8><title>{rng.choice(KEYWORDS)}</title><p>{words}<ul>{anchors}</ul>".encode()
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def serve(hosts: Hosts) -> tuple[int, asyncio.AbstractEventLoop]:
    """Serve in a thread and return port and loop."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    started = asyncio.run_coroutine_threadsafe(asyncio.start_server(hosts.serve, "127.0.0.1", 0, backlog=256), loop)
    return started.result().sockets[0].getsockname()[1], loop


def crawl(port: int, options: argparse.Namespace, folder: Path) -> None:
    seeds = folder / "seeds.txt"
    seeds.write_text("".join(f"http://h{n}.test/\n" for n in range(options.hosts)), "utf-8")
    settings = {
        "DOWNLOAD_DELAY": options.delay,
        "CONCURRENT_REQUESTS": options.slots,
        "TOPIC_OUTPUT_DIR": folder / "output",
        "TOPIC_JOBS_DIR": folder / "jobs",
        "CLOSESPIDER_TIMEOUT": options.seconds,
    }
    command = [sys.executable, "-m", "scrapy", "crawl", "topic", "-L", "ERROR", "-a", "topic=人工智能"]
    command += ["-a", f"keywords={HERE.parent / 'keywords' / 'a.txt'}", "-a", f"seeds={seeds}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    environment = {"http_proxy": f"http://127.0.0.1:{port}", "PATH": "/usr/bin:/bin"}
    subprocess.run(command, cwd=HERE.parent, env=environment, check=True, stdout=subprocess.DEVNULL)


def result(hosts: Hosts, options: argparse.Namespace) -> dict[str, float]:
    times = sorted(time for host in hosts.times.values() for time in host)
    pauses = [after - before for host in hosts.times.values() for before, after in pairwise(sorted(host))]
    seconds = times[-1] - times[0]
    allowed = sum(int((times[-1] - min(host)) / options.delay) + 1 for host in hosts.times.values())
    return {
        "hosts": len(hosts.times),
        "requests": len(times),
        "seconds": round(seconds, 1),
        "requests_per_s": round(len(times) / seconds, 1),
        "share_of_allowed": round(len(times) / allowed, 3),
        "shortest_pause_s": round(min(pauses), 3),
        "median_pause_s": round(median(pauses), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=200)
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--latency", type=float, default=50.0)
    parser.add_argument("--slots", type=int, default=32)
    parser.add_argument("--seconds", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    hosts = Hosts(options.hosts, options.latency / 1000)
    port, loop = serve(hosts)
    with tempfile.TemporaryDirectory() as folder:
        crawl(port, options, Path(folder))
    loop.call_soon_threadsafe(loop.stop)
    report = json.dumps(result(hosts, options), indent=2)
    print(report)
    if options.json:
        options.json.write_text(report + "\n", "utf-8")


if __name__ == "__main__":
    main()
