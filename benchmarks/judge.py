"""How well do judges tell the pages of a topic? F1 over all labelled posts of a recorded web, each judge beside each.

    python benchmarks/judge.py WEB [--draws 5] [--examples 20] [--trained 100] [--background 2000] [--cache DIR]
    python benchmarks/judge.py --load 50000

WEB has WARC files, ``pages.tsv.gz`` (url, kind) and ``topics/`` with topic.txt, keywords.txt and relevant.tsv (url,
grade). Judges: ``by_hand``, the default judge with the keywords of the file; ``examples``, the default judge with the
keywords and the threshold learned from that many random relevant pages; ``trained``, the judge ``learned`` from more of
them. The background is that many random posts of sites that no example is of. ``best`` is F1 with the best threshold.

``--load`` makes so many keywords and measures how long they take to load, and to judge a page of 30 KB with.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from functools import lru_cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent))

from topicspider.lab.web import RecordedWeb
from topicspider.page import read_page
from topicspider.topic import Topic, load_keywords
from topicspider.topic.calibrate import calibrate
from topicspider.topic.candidates import Example
from topicspider.topic.classifier import train
from topicspider.topic.learn import learn
from topicspider.topic.segmenter import load_segmenter

PROCESSES = 2
TOPICS = ("ml", "cloudnative", "food")


def read_posts(web: Path, cache: Path) -> dict[str, Example]:
    with gzip.open(web / "pages.tsv.gz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    urls = [row[0] for row in rows if row[1] == "post"]
    recorded = RecordedWeb([web / "packs"], cache=cache)
    with Pool(PROCESSES) as pool:
        return dict(zip(urls, pool.map(partial(read_post, recorded), urls, chunksize=50), strict=True))


def read_post(web: RecordedWeb, url: str) -> Example:
    recorded = web.get(url)
    assert recorded is not None
    page = read_page(recorded.body, url, {name.lower(): value for name, value in recorded.headers})
    return Example(urlsplit(url).hostname or "", page.title, page.text, tuple(page.subjects))


def read_truth(file: Path, urls: dict[str, Example]) -> set[str]:
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines()]
    return {row[0] for row in rows if row[0] in urls and row[1].strip() in ("1", "2")}


def draw(
    posts: dict[str, Example], truth: set[str], count: int, background: int, seed: str
) -> tuple[list[Example], list[Example]]:
    """Random relevant posts, and random posts of other sites: nobody has labelled those."""
    dice = random.Random(seed)
    examples = [posts[url] for url in dice.sample(sorted(truth), count)]
    sites = {page.site for page in examples}
    others = [page for page in posts.values() if page.site not in sites]
    return examples, dice.sample(others, min(background, len(others)))


class Trial(dict[str, Any]):
    """One judge of one topic: what ``Topic`` takes, and what it is called in the table."""


def trials_of(work: tuple[str, int], web: Path, options: argparse.Namespace, models: Path) -> list[Trial]:
    """The judges of one draw for one topic; the hand-made keywords come with the first."""
    topic, number = work
    folder = web / "topics" / topic
    name = (folder / "topic.txt").read_text("utf-8").strip()
    truth = read_truth(folder / "relevant.tsv", POSTS)
    examples, background = draw(POSTS, truth, options.examples, options.background, f"{topic}{number}")
    threshold = calibrate(examples, background, partial(weights, background, name))
    keywords = weights(background, name, examples)
    learned = Trial(kind="examples", topic=topic, keywords=keywords, threshold=threshold)
    examples, background = draw(POSTS, truth, options.trained, options.background, f"trained {topic}{number}")
    model = models / f"{topic}{number}.npz"
    train(examples, background).save(model)
    keywords = weights(background, name, examples)
    trained = Trial(kind="trained", topic=topic, keywords=keywords, judge="learned", model=str(model))
    by_hand = Trial(kind="by_hand", topic=topic, keywords=load_keywords(folder / "keywords.txt"))
    return [learned, trained] if number else [by_hand, learned, trained]


POSTS: dict[str, Example] = {}


def start_learning(posts: dict[str, Example]) -> None:
    POSTS.update(posts)


def weights(background: list[Example], name: str, examples: list[Example]) -> dict[str, float]:
    return {item.keyword: item.weight for item in learn(examples, background, name=name)}


def start_judging(trials: list[Trial]) -> None:
    global TOPICS_TO_JUDGE
    segmenter = load_segmenter()
    segmenter.cut = lru_cache(8)(segmenter.cut)  # type: ignore[method-assign]  # all topics share a page's words
    TOPICS_TO_JUDGE = [
        Topic("t", **{name: value for name, value in trial.items() if name not in ("kind", "topic")})
        for trial in trials
    ]


def judge_post(post: Example) -> list[float]:
    return [topic.judge_text(post.title, post.text, post.subjects).relevance for topic in TOPICS_TO_JUDGE]


TOPICS_TO_JUDGE: list[Topic] = []


def f1(truth: list[bool], found: list[bool]) -> float:
    both = sum(map(bool.__and__, truth, found))
    return 2 * both / max(1, sum(truth) + sum(found))


def best_f1(truth: list[bool], relevances: list[float]) -> float:
    hits, best = 0, 0.0
    ranked = sorted(zip(relevances, truth, strict=True), reverse=True)
    for rank, (_, relevant) in enumerate(ranked, start=1):
        hits += relevant
        best = max(best, 2 * hits / (rank + sum(truth)))
    return best


def compare(options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        posts = read_posts(options.web, Path(options.cache or folder))
        work = [(topic, number) for topic in TOPICS for number in range(options.draws)]
        trials_of_one = partial(trials_of, web=options.web, options=options, models=Path(folder))
        with Pool(PROCESSES, start_learning, (posts,)) as pool:
            trials = [trial for found in pool.map(trials_of_one, work, chunksize=1) for trial in found]
        with Pool(PROCESSES, start_judging, (trials,)) as pool:
            relevances = list(zip(*pool.map(judge_post, posts.values(), chunksize=100), strict=True))
    for trial, found in zip(trials, relevances, strict=True):
        truth = read_truth(options.web / "topics" / trial["topic"] / "relevant.tsv", posts)
        labels = [url in truth for url in posts]
        trial["f1"] = f1(labels, [relevance > 0.5 for relevance in found])
        trial["best"] = best_f1(labels, list(found))
    return {"posts": len(posts), "draws": options.draws, **{kind: table_row(trials, kind) for kind in KINDS}}


KINDS = ("by_hand", "examples", "trained")


def table_row(trials: list[Trial], kind: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for topic in TOPICS:
        found = [trial for trial in trials if trial["kind"] == kind and trial["topic"] == topic]
        row[topic] = {"f1": [round(trial["f1"], 3) for trial in found]}
        row[topic] |= {key: round(statistics.fmean(trial[key] for trial in found), 3) for key in ("best",)}
        row[topic]["mean"] = round(statistics.fmean(trial["f1"] for trial in found), 3)
    row["mean"] = round(statistics.fmean(row[topic]["mean"] for topic in TOPICS), 4)
    row["best"] = round(statistics.fmean(row[topic]["best"] for topic in TOPICS), 4)
    return row


def load(count: int) -> dict[str, Any]:
    """Distinct words of jieba's table and pairs of them, one a line, and a page of 30 KB made of some of them."""
    from topicspider.topic.idf import load_idf

    words = [word for word in load_idf() if len(word) >= 2]
    dice = random.Random(1)
    keywords = list(
        dict.fromkeys([*words[: count // 2], *(dice.choice(words) + dice.choice(words) for _ in range(count))])
    )
    text = "".join(dice.choice(words) + dice.choice("，。的是在") for _ in range(10_000))
    text = text.encode()[:30_000].decode("utf-8", "ignore")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keywords.txt"
        file.write_text("".join(f"{keyword}\t2\n" for keyword in keywords[:count]), "utf-8")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.perf_counter()
        topic = Topic("t", load_keywords(file))
        topic.warm_up()
        seconds = time.perf_counter() - began
    took = []
    for _ in range(20):
        began = time.perf_counter()
        judgement = topic.judge_text("标题", text)
        took.append((time.perf_counter() - began) * 1000)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "keywords": count,
        "load_seconds": round(seconds, 2),
        "rss_mb": round(peak / 1024),
        "rss_of_loading_mb": round((peak - before) / 1024),
        "page_bytes": len(text.encode()),
        "keywords_in_page": len(judgement.terms),
        "judge_ms": round(statistics.median(took), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("web", type=Path, nargs="?")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--trained", type=int, default=100)
    parser.add_argument("--background", type=int, default=2000)
    parser.add_argument("--cache")
    parser.add_argument("--load", type=int)
    options = parser.parse_args()
    if not options.web and not options.load:
        parser.error("name a recorded web, or --load COUNT")
    print(json.dumps(load(options.load) if options.load else compare(options), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
