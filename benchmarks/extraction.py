"""Whose main text of a page is right? Ours beside trafilatura, readability-lxml and resiliparse.

    python benchmarks/extraction.py FOLDER [FOLDER …] [--rounds N] [--json FILE]

A FOLDER has ``truth.jsonl``, a line a page: ``file`` (HTML, perhaps gzipped), ``url``, ``text``, perhaps ``encoding``.
Prints for each tool precision, recall and F1 over the words that rjieba cuts (as multisets, letters and digits only,
mean over pages) and ms a page, the median of the rounds. Ours is the whole ``read_page``: charset, links, blocks, main
text. The others get the bytes (trafilatura) or the text decoded by the page's true encoding.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import rjieba

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.page import read_page


class Sample(NamedTuple):
    body: bytes
    url: str
    encoding: str
    truth: Counter[str]


def samples(folder: Path) -> list[Sample]:
    lines = (folder / "truth.jsonl").read_text("utf-8").splitlines()
    found = []
    for line in map(json.loads, lines):
        body = (folder / line["file"]).read_bytes()
        body = gzip.decompress(body) if line["file"].endswith(".gz") else body
        found.append(Sample(body, line["url"], line.get("encoding", "utf-8"), words(line["text"])))
    return found


def words(text: str) -> Counter[str]:
    return Counter(word for word in rjieba.cut(text.lower()) if word.isalnum())


def rate(found: Counter[str], truth: Counter[str]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the words found."""
    right = (found & truth).total()
    precision, recall = right / (found.total() or 1), right / (truth.total() or 1)
    return precision, recall, 2 * right / ((found.total() + truth.total()) or 1)


def ours(page: Sample) -> str:
    return read_page(page.body, page.url).text


def by_trafilatura(page: Sample) -> str:
    import trafilatura

    return trafilatura.extract(page.body, url=page.url) or ""


def by_readability(page: Sample) -> str:
    import readability
    from lxml import html

    summary = readability.Document(page.body.decode(page.encoding, "replace")).summary(html_partial=True)
    return str(html.fromstring(summary).text_content())


def by_resiliparse(page: Sample) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(page.body.decode(page.encoding, "replace"), main_content=True))


TOOLS: dict[str, Callable[[Sample], str]] = {
    "topicspider": ours,
    "trafilatura": by_trafilatura,
    "readability": by_readability,
    "resiliparse": by_resiliparse,
}


def measure(tool: Callable[[Sample], str], pages: list[Sample], rounds: int) -> dict[str, float]:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        texts = [tool(page) for page in pages]
        times.append(1000 * (time.perf_counter() - began) / len(pages))
    rates = [rate(words(text), page.truth) for text, page in zip(texts, pages, strict=True)]
    names = ("precision", "recall", "f1")
    means = {name: round(mean(values), 4) for name, values in zip(names, zip(*rates, strict=True), strict=True)}
    return {**means, "ms_a_page": round(median(times), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of the peers
    result = {}
    for folder in options.folders:
        pages = samples(folder)
        for tool in TOOLS.values():
            tool(pages[0])  # imports and tables are not counted
        result[folder.name] = {name: measure(tool, pages, options.rounds) for name, tool in TOOLS.items()}
    report = json.dumps(result, indent=2)
    print(report)
    if options.json:
        options.json.write_text(report + "\n", "utf-8")


if __name__ == "__main__":
    main()
