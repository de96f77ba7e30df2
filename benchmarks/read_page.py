"""How long does reading a page take? Over the pages of a recorded web.

    python benchmarks/read_page.py WEB [--pages N] [--rounds N] [--cache DIR] [--json FILE]

WEB is a WARC file or a folder of them. Of its HTML pages N are taken, evenly spread. Prints ms a page, the median of
the rounds, for ``read_page`` (charset, parse, blocks, links, main text) and for reading it for a topic of five keywords
(with judging it and rating its links), beside the floor: ``lxml.html.fromstring`` with all ``a[href]``, of bytes whose
charset it must guess itself.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, quantiles
from typing import NamedTuple

from lxml import etree, html

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.lab.web import RecordedWeb
from topicspider.page import is_html, read_page
from topicspider.reading import Reader
from topicspider.topic import Topic

KEYWORDS = {"人工智能": 3.0, "机器学习": 2.0, "深度学习": 2.0, "神经网络": 1.0, "算法": 1.0}


class Sample(NamedTuple):
    url: str
    headers: dict[str, str]
    body: bytes


def sample(path: Path, cache: Path, count: int) -> list[Sample]:
    web = RecordedWeb([path], cache=cache)
    urls = list(web.urls())
    recorded = (web.get(url) for url in urls[:: max(1, len(urls) // (2 * count))])
    pages = [
        Sample(page.url, {name.lower(): value for name, value in page.headers}, page.body)
        for page in recorded
        if page and page.status == 200
    ]
    found = [page for page in pages if is_html(page.body, page.headers.get("content-type", ""))]
    return found[:: max(1, len(found) // count)][:count]


def links_by_lxml(page: Sample) -> None:
    try:
        html.fromstring(page.body).xpath("//a[@href]/@href")
    except etree.ParserError:
        return  # an empty page


def measure(read: Callable[[Sample], object], pages: list[Sample], rounds: int) -> dict[str, float]:
    means, tails = [], []
    for _ in range(rounds):
        times = []
        for page in pages:
            began = time.perf_counter()
            read(page)
            times.append(1000 * (time.perf_counter() - began))
        means.append(mean(times))
        tails.append(quantiles(times, n=100)[-1])
    return {"ms_a_page": round(median(means), 3), "ms_99th_percentile": round(median(tails), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("web", type=Path)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cache", type=Path, help="where WARC files are unpacked; kept for the next time")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pages = sample(options.web, options.cache or Path(folder), options.pages)
    reader = Reader(Topic("人工智能", KEYWORDS))
    reader.topic.warm_up()
    tools: dict[str, Callable[[Sample], object]] = {
        "read_page": lambda page: read_page(page.body, page.url, page.headers),
        "read_for_topic": lambda page: reader.read(page.body, page.url, page.headers),
        "lxml_links": links_by_lxml,
    }
    result = {name: measure(read, pages, options.rounds) for name, read in tools.items()}
    size = round(mean(len(page.body) for page in pages) / 1024, 1)
    report = json.dumps({"pages": len(pages), "kb_a_page": size, **result}, indent=2)
    print(report)
    if options.json:
        options.json.write_text(report + "\n", "utf-8")


if __name__ == "__main__":
    main()
