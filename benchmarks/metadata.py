"""What do we read of date, author and site beside trafilatura, and what does it cost?

    python benchmarks/metadata.py FOLDER [FOLDER …] [--show FIELD] [--rounds N] [--json FILE]

A FOLDER has ``truth.jsonl``, a line a page: ``file`` (HTML, perhaps gzipped) and perhaps ``url``. Prints for each field
on how many pages both found the same, both something different, one of them something, or neither; and ms a page: of
our whole reading, of ``read_about``, and of trafilatura. A date is the same when it is that day somewhere on Earth
(trafilatura knows days only); an author or site when one has all words of the other. The name of a host, which
trafilatura gives where it finds no site, counts as none. ``--show`` prints the differences of one field.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.page import read_page
from topicspider.page.about import About, read_about
from topicspider.page.blocks import BlockWalker, squeeze
from topicspider.page.encoding import decode

FIELDS = ("date", "author", "sitename")
NOW = datetime.now(UTC)
_ZONES = (timezone(timedelta(hours=-12)), UTC, timezone(timedelta(hours=14)))
_NAME_RE = re.compile(r"\w+")
_HOST_RE = re.compile(r"(?:[\w-]+\.)+[a-z]+|localhost.*", re.IGNORECASE)


class Sample(NamedTuple):
    body: bytes
    url: str


class Parsed(NamedTuple):
    """A page up to where ``read_about`` begins."""

    tree: LexborHTMLParser
    named: dict[str, str]
    texts: list[str]
    title: str
    h1: str
    charset: str


def samples(folder: Path) -> list[Sample]:
    found = []
    for line in map(json.loads, (folder / "truth.jsonl").read_text("utf-8").splitlines()):
        body = (folder / line["file"]).read_bytes()
        body = gzip.decompress(body) if line["file"].endswith(".gz") else body
        found.append(Sample(body, line.get("url", "")))
    return found


def parse(page: Sample) -> Parsed:
    decoded = decode(page.body, "")
    tree = LexborHTMLParser(decoded.text)
    walker = BlockWalker()
    if tree.body:
        walker.walk(tree.body)
    named: dict[str, str] = {}
    for node in tree.css("meta"):
        meta = node.attributes
        name = (meta.get("name") or meta.get("property") or meta.get("http-equiv") or "").lower()
        named.setdefault(name, meta.get("content") or "")
    title = tree.css_first("head > title")
    texts = [block.text for block in walker.blocks]
    return Parsed(tree, named, texts, squeeze(title.text()) if title else "", walker.h1, decoded.charset)


def ours(page: Sample, parsed: Parsed) -> About:
    return read_about(
        parsed.tree,
        parsed.named,
        parsed.texts,
        page.url,
        title=parsed.title,
        h1=parsed.h1,
        charset=parsed.charset,
        now=NOW,
    )


def theirs(page: Sample) -> dict[str, str]:
    import trafilatura

    document: Any = trafilatura.bare_extraction(page.body, url=page.url or None, with_metadata=True)
    found = {field: getattr(document, field, None) or "" for field in FIELDS}
    return {**found, "sitename": "" if _HOST_RE.fullmatch(found["sitename"]) else found["sitename"]}


def as_strings(about: About) -> dict[str, str]:
    when = about.published_at
    days = dict.fromkeys(when.astimezone(zone).date().isoformat() for zone in _ZONES) if when else ()
    return {"date": " ".join(days), "author": about.author or "", "sitename": about.site_name or ""}


def kind(field: str, own: str, other: str) -> str:
    """Return into which class the two answers fall."""
    if not own or not other:
        return "only_ours" if own else "only_theirs" if other else "neither"
    names, others = set(_NAME_RE.findall(own.casefold())), set(_NAME_RE.findall(other.casefold()))
    is_equal = other in own if field == "date" else names <= others or others <= names
    return "equal" if is_equal else "different"


def milliseconds(work: Callable[[], object], pages: int, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began) / pages)
    return round(median(times), 3)


def compare(pages: list[Sample], rounds: int, show: str | None) -> dict[str, Any]:
    parsed = [parse(page) for page in pages]
    read = [(as_strings(ours(page, one)), theirs(page)) for page, one in zip(pages, parsed, strict=True)]
    counts: dict[str, Counter[str]] = {field: Counter() for field in FIELDS}
    for page, (own, other) in zip(pages, read, strict=True):
        for field in FIELDS:
            found = kind(field, own[field], other[field])
            counts[field][found] += 1
            if field == show and found not in ("equal", "neither"):
                print(found, page.url, repr(own[field]), repr(other[field]), sep="\t")
    cost = {
        "whole_reading": milliseconds(lambda: [read_page(page.body, page.url) for page in pages], len(pages), rounds),
        "read_about": milliseconds(lambda: list(map(ours, pages, parsed)), len(pages), rounds),
        "trafilatura": milliseconds(lambda: [theirs(page) for page in pages], len(pages), 1),
    }
    return {"pages": len(pages), **counts, "ms_a_page": cost}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--show", choices=FIELDS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of the peer
    logging.disable(logging.CRITICAL)
    result = {folder.name: compare(samples(folder), options.rounds, options.show) for folder in options.folders}
    report = json.dumps(result, indent=1)
    print(report)
    if options.json:
        options.json.write_text(report + "\n", "utf-8")


if __name__ == "__main__":
    main()
