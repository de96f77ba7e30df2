"""Who finds the articles that were edited or posted again? Equal texts, SimHash and the sketches.

    python benchmarks/neardup.py FILE [--rounds N] [--json FILE]

FILE (``.jsonl`` or ``.jsonl.gz``) has a line a text: ``text``, ``group`` (the article it was made from), ``kind``
(``original``, ``sentence_edit``, ``reposted``, others) and ``edit``, the share of its sentences that was changed.

Wanted are the pairs of an original with its texts that were edited by at most 10 % or posted again (``recall``), and
all pairs among these texts (``recall_all``; right for precision); a pair of two groups is false. What was
edited more, cut or shuffled counts only in ``by_kind``: the share found of its pairs with the original. ``candidates``
are the pairs that have a band in common. ms is for one text, the median of the rounds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import md5
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.page.neardup import bands, is_near, sketch
from topicspider.page.simhash import MAX_DISTANCE, fingerprint, hamming, normalised

MAX_EDIT = 0.1
WANTED = ("original", "sentence_edit", "reposted")


class Text(NamedTuple):
    group: int
    kind: str
    edit: float
    text: str

    @property
    def is_wanted(self) -> bool:
        return self.kind in WANTED and self.edit <= MAX_EDIT


Pairs = set[tuple[int, int]]


def texts(file: Path) -> list[Text]:
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
        return [Text(*(line[name] for name in Text._fields)) for line in map(json.loads, lines)]


def pairs_of(keys: Iterable[Iterable[Any]]) -> Pairs:
    """Return the pairs of positions in *keys* that have a key in common."""
    having = defaultdict(list)
    for number, own in enumerate(keys):
        for key in own:
            having[key].append(number)
    return {pair for numbers in having.values() for pair in combinations(numbers, 2)}


def by_md5(digests: list[str]) -> Pairs:
    return pairs_of([digest] for digest in digests)


def by_simhash(prints: list[int | None]) -> Pairs:
    telling = [(number, own) for number, own in enumerate(prints) if own is not None]
    return {(one, other) for (one, a), (other, b) in combinations(telling, 2) if hamming(a, b) <= MAX_DISTANCE}


def by_bands(sketches: list[bytes | None]) -> Pairs:
    return pairs_of(bands(own) if own else () for own in sketches)


def by_sketch(sketches: list[bytes | None]) -> Pairs:
    return {(a, b) for a, b in by_bands(sketches) if is_near(sketches[a] or b"", sketches[b] or b"")}


def digest(text: str) -> str:
    return md5(normalised(text).encode()).hexdigest()


WAYS: dict[str, tuple[Callable[[str], Any], Callable[[list[Any]], Pairs]]] = {
    "md5": (digest, by_md5),
    "simhash": (fingerprint, by_simhash),
    "candidates": (sketch, by_bands),
    "sketch": (sketch, by_sketch),
}


def judge(found: Pairs, all_texts: list[Text]) -> dict[str, Any]:
    groups = defaultdict(list)
    for number, text in enumerate(all_texts):
        groups[text.group].append(number)
    wanted, kinds = [], defaultdict(list)
    for pair in (pair for group in groups.values() for pair in combinations(group, 2)):
        one, other = (all_texts[number] for number in pair)
        if one.is_wanted and other.is_wanted:
            wanted.append(pair)
        if one.kind == "original":
            kinds[f"{other.kind} {other.edit}"].append(pair)
    right = found.intersection(wanted)
    false = sum(all_texts[one].group != all_texts[other].group for one, other in found)
    with_original = [pair for pair in wanted if all_texts[pair[0]].kind == "original"]
    return {
        "precision": round(len(right) / max(1, len(right) + false), 4),
        "recall": share(found, with_original),
        "recall_all": share(found, wanted),
        "false": false,
        "by_kind": {kind: share(found, pairs) for kind, pairs in sorted(kinds.items())},
    }


def share(found: Pairs, wanted: list[tuple[int, int]]) -> float:
    return round(len(found.intersection(wanted)) / max(1, len(wanted)), 4)


def measure(way: str, all_texts: list[Text], rounds: int) -> dict[str, Any]:
    mark, pair = WAYS[way]
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        marks = [mark(text.text) for text in all_texts]
        seconds.append(time.perf_counter() - began)
    return {**judge(pair(marks), all_texts), "ms": round(1000 * median(seconds) / len(all_texts), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    options = parser.parse_args()
    all_texts = texts(options.file)
    letters = sum(len(text.text) for text in all_texts) // max(1, len(all_texts))
    rows = {way: measure(way, all_texts, options.rounds) for way in WAYS}
    report = {"texts": len(all_texts), "mean_characters": letters, **rows}
    print(json.dumps(report, indent=1))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
