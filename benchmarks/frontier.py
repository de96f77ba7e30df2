"""How fast and how large is the frontier with many URLs waiting?

    python benchmarks/frontier.py [--urls N] [--hosts N] [--json FILE]

Pages of 40 links are added, 30 of their own host and 10 of others, until N URLs wait; the job is opened again; then
URLs are handed out and finished. Prints links/s, URLs/s, seconds and peak RSS, beside a bare SQLite table with the same
columns and indexes that takes the same rows in the same batches (the ceiling for adding).
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.frontier import FrontierLink, SqliteFrontier, Visit
from topicspider.frontier.schema import open_database

LINKS = 40
OWN = 30
HANDED_OUT = 20_000


def pages(urls: int, hosts: int) -> Iterator[list[FrontierLink]]:
    """Yield batches of links, all URLs new."""
    rng = random.Random(1)
    for page in range(urls // LINKS):
        own = rng.randrange(hosts)
        yield [
            FrontierLink(
                f"http://www.host{own if n < OWN else rng.randrange(hosts)}.example/news/{page}/{n}.html",
                rng.random(),
                2,
                None,
                "人工智能的最新进展",
                0.5,
                0.25,
                {"page": 0.5, "anchor": 1.0},
            )
            for n in range(LINKS)
        ]


def add(folder: Path, urls: int, hosts: int) -> dict[str, float]:
    batches = list(pages(urls // 10, hosts))  # made before the clock starts, a tenth at a time
    frontier = SqliteFrontier(folder / "frontier.sqlite3")
    seconds = 0.0
    for tenth in range(10):
        fresh = [[link._replace(url=f"{link.url}?{tenth}") for link in batch] for batch in batches]
        began = time.perf_counter()
        for batch in fresh:
            frontier.add(batch)
        seconds += time.perf_counter() - began
    waiting = len(frontier)
    frontier.close()
    return {"waiting": waiting, "added_per_s": waiting / seconds}


def ceiling(folder: Path, urls: int, hosts: int) -> dict[str, float]:
    db = open_database(folder / "bare.sqlite3")
    rng = random.Random(2)
    seconds = 0.0
    number = 0
    for batch in pages(urls, hosts):
        rows = []
        for link in batch:
            number += 1
            key, host = rng.getrandbits(63), hash(link.url[:30]) % hosts
            rows.append((number, key, host, link.url, link.score, 2, None, link.anchor, 0.5, 0.25, "page=0.5 anchor=1"))
        began = time.perf_counter()
        _insert(db, rows)
        seconds += time.perf_counter() - began
    db.close()
    return {"bare_added_per_s": number / seconds}


def _insert(db: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    db.execute("BEGIN")
    db.executemany(f"INSERT INTO link VALUES ({', '.join('?' * 11)}, 0, 0)", rows)
    db.execute("COMMIT")


def reopen(folder: Path, urls: int, hosts: int) -> dict[str, float]:
    began = time.perf_counter()
    frontier = SqliteFrontier(folder / "frontier.sqlite3")
    opened = time.perf_counter() - began
    began = time.perf_counter()
    leased = [frontier.next(number) for number in range(HANDED_OUT)]
    handed_out = time.perf_counter() - began
    began = time.perf_counter()
    for link in leased[:2000]:
        assert link is not None
        frontier.done(link.url, Visit("stored"))
    finished = time.perf_counter() - began
    frontier.close()
    return {"open_s": opened, "handed_out_per_s": HANDED_OUT / handed_out, "finished_per_s": 2000 / finished}


PHASES = {"add": add, "ceiling": ceiling, "reopen": reopen}


def run_apart(phase: str, folder: str, options: argparse.Namespace) -> dict[str, float]:
    """Run *phase* in a process of its own, so that its memory is its own."""
    command = [sys.executable, __file__, "--phase", phase, "--folder", folder]
    command += ["--urls", str(options.urls), "--hosts", str(options.hosts)]
    result: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=1_000_000)
    parser.add_argument("--hosts", type=int, default=100_000)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    parser.add_argument("--phase", choices=PHASES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.phase:
        result = PHASES[options.phase](options.folder, options.urls, options.hosts)
        result["peak_rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(result))
        return
    with tempfile.TemporaryDirectory() as folder:
        results = {phase: run_apart(phase, folder, options) for phase in PHASES}
        size = sum(file.stat().st_size for file in Path(folder).glob("frontier.sqlite3*"))
    for phase in results.values():
        phase.update({name: round(value, 2) for name, value in phase.items()})
    ratio = results["add"]["added_per_s"] / results["ceiling"]["bare_added_per_s"]
    report = {**results, "added_to_bare": round(ratio, 2), "bytes_per_url_on_disk": round(size / options.urls)}
    print(json.dumps(report, indent=1))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
