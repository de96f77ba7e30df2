"""Who finds the topic first? All strategies on a recorded web, with the truth about its pages.

    python benchmarks/harvest.py WEB [--pages N] [--strategies a,b] [--cache DIR] [--json FILE]
                                      [--markdown FILE] [--report FILE] [--slots K] [--delay S]

WEB is a folder with WARC files (in it or below) and ``topics/``: folders with keywords.txt, seeds*.txt and
relevant.tsv. Calls ``scrapy lab`` and prints its table; the seconds and the peak memory it took come last, as JSON.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = {"cache", "json", "markdown", "report"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("web", type=Path)
    for option in ("--pages", "--strategies", "--cache", "--json", "--markdown", "--report", "--slots", "--delay"):
        parser.add_argument(option)
    options = parser.parse_args()
    web = options.web.resolve()
    given = {name: value for name, value in vars(options).items() if name != "web" and value is not None}
    for name in FILES & given.keys():
        given[name] = Path(given[name]).resolve()
    arguments = [f"--{name}={value}" for name, value in given.items()]
    command = [sys.executable, "-m", "scrapy", "lab", web, f"--topics={web / 'topics'}", *arguments]
    began = time.perf_counter()
    subprocess.run(command, check=True, cwd=ROOT)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    cost = {"seconds": round(time.perf_counter() - began, 1), "peak_rss_mb": round(children.ru_maxrss / 1024)}
    print(json.dumps(cost))


if __name__ == "__main__":
    main()
