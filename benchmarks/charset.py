"""Who reads pages in the charset they really have? Ours beside what Scrapy does and two detectors.

    python benchmarks/charset.py FOLDER [FOLDER …] [--rounds N] [--json FILE]

A FOLDER has ``manifest.jsonl``, a line a page: ``file``, ``true_encoding`` and perhaps ``http_charset``. Prints for
each folder and tool the pages read right, their share and ms a page (the median of the rounds), then the pages ours
gets wrong.

Right is text that equals what the true encoding gives. Both are taken without byte order mark and without U+FFFD, as
tools replace bad bytes in their own ways; of the characters, at most 0.1 % may be too many or missing (as multisets).
The truth for gb2312, gbk and gb18030 is GB18030 with the byte 0x80 as €, for Big5 it is Big5-HKSCS, as in browsers.

Ours and w3lib get bytes and header and answer with text. charset-normalizer and cchardet get the bytes alone and answer
with a name, which is read like the truth: to call GBK "GB2312" costs them nothing.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.page.encoding import decode

_READ_AS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5-hkscs", "utf-16-bom": "utf-16"}
_MAY_DIFFER = 0.001


class Sample(NamedTuple):
    name: str
    body: bytes
    content_type: str
    encoding: str


class Answer(NamedTuple):
    text: str
    encoding: str
    source: str = ""


Tool = Callable[[Sample], Answer]


def samples(folder: Path) -> list[Sample]:
    found = []
    for line in map(json.loads, (folder / "manifest.jsonl").read_text("utf-8").splitlines()):
        label = line.get("http_charset")
        content_type = f"text/html; charset={label}" if label else "text/html"
        found.append(Sample(line["file"], (folder / line["file"]).read_bytes(), content_type, line["true_encoding"]))
    return found


def read(body: bytes, encoding: str | None) -> str:
    """Decode as the truth is decoded; an encoding that is not known gives the bytes as Latin-1."""
    name = _READ_AS.get((encoding or "latin-1").lower(), encoding or "latin-1")
    try:
        text = body.decode(name, "surrogateescape" if name == "gb18030" else "replace")
    except LookupError:
        return body.decode("latin-1")
    return "".join(map(_euro_or_bad, text)) if name == "gb18030" else text


def _euro_or_bad(char: str) -> str:
    return "€" if char == "\udc80" else "\ufffd" if "\udc80" < char <= "\udcff" else char


def is_right(text: str, truth: str) -> bool:
    found, wanted = (Counter(part.replace("\ufeff", "").replace("\ufffd", "")) for part in (text, truth))
    wrong = (found - wanted).total() + (wanted - found).total()
    return wrong <= _MAY_DIFFER * len(truth)


def ours(page: Sample) -> Answer:
    return Answer(*decode(page.body, page.content_type))


def with_w3lib(html_to_unicode: Any, page: Sample) -> Answer:
    encoding, text = html_to_unicode(page.content_type, page.body)
    return Answer(text, encoding)


def with_normalizer(from_bytes: Any, page: Sample) -> Answer:
    best = from_bytes(page.body).best()
    encoding = best.encoding if best else None
    return Answer(read(page.body, encoding), str(encoding))


def with_cchardet(detect: Any, page: Sample) -> Answer:
    encoding = detect(page.body)["encoding"]
    return Answer(read(page.body, encoding), str(encoding))


PEERS = {
    "w3lib": (with_w3lib, "w3lib.encoding", "html_to_unicode"),
    "charset-normalizer": (with_normalizer, "charset_normalizer", "from_bytes"),
    "cchardet": (with_cchardet, "cchardet", "detect"),
}


def tools() -> dict[str, Tool]:
    found: dict[str, Tool] = {"topicspider": ours}
    for name, (answer, module, function) in PEERS.items():
        try:
            found[name] = partial(answer, getattr(importlib.import_module(module), function))
        except ImportError:
            print(f"without {name}: pip install -r requirements-bench.txt brings it", file=sys.stderr)
    return found


def measure(tool: Tool, pages: list[Sample], truths: list[str], rounds: int) -> tuple[dict[str, float], list[Any]]:
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        answers = [tool(page) for page in pages]
        seconds.append(time.perf_counter() - began)
    judged = zip(pages, truths, answers, strict=True)
    wrong = [
        {"id": page.name, "true": page.encoding, "got": answer.encoding, "source": answer.source}
        for page, truth, answer in judged
        if not is_right(answer.text, truth)
    ]
    right = len(pages) - len(wrong)
    ms = 1000 * median(seconds) / len(pages)
    return {"right": right, "pages": len(pages), "share": round(right / len(pages), 4), "ms": round(ms, 3)}, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    options = parser.parse_args()
    report: dict[str, Any] = {}
    for folder in options.folders:
        pages = samples(folder)
        truths = [read(page.body, page.encoding) for page in pages]
        measured = {name: measure(tool, pages, truths, options.rounds) for name, tool in tools().items()}
        rows = {name: row for name, (row, _) in measured.items()}
        report[folder.name] = {**rows, "wrong": measured["topicspider"][1]}
    print(json.dumps(report, indent=1))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
