"""The lab on the recording of a real crawl: it sees what a live crawl sees, and tells who finds the topic first."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support.crawls import ROOT, Crawls

from topicspider.demo.web import demo_web
from topicspider.lab.bench import Lab, Plan, Workbench
from topicspider.lab.experiments import Experiment
from topicspider.strategies import STRATEGIES_BASE
from topicspider.topic import load_keywords

TOPIC = "人工智能"
KEYWORDS = ROOT / "keywords" / "a.txt"
PAGES = 120


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """The demo web, recorded by a crawl that goes everywhere."""
    crawls = Crawls(tmp_path_factory.mktemp("recording"))
    settings = ("TOPIC_WARC=true", "TOPIC_STORAGE_PROCESS=false", "TOPIC_REPORT=false")
    arguments = {"topic": TOPIC, "keywords": str(KEYWORDS), "seeds": "demo", "strategy": "breadth_first"}
    code, _, log = crawls.run(*settings, **arguments)
    assert code == 0, log
    for process in crawls.running:
        process.stdout.close()
    return crawls.folder / "output" / TOPIC / "warc"


def lab(folder, *options):
    command = [sys.executable, "-m", "scrapy", "lab", *map(str, options)]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=300, env=environment())
    return done.returncode, done.stdout, done.stderr


def environment():
    names = {"SCRAPY_SETTINGS_MODULE": "topicspider.settings", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return os.environ | names


@pytest.mark.parametrize("strategy", ["breadth_first", "best_first", "shark_search", "relevance_importance"])
def test_a_live_crawl_at_one_slot_and_the_simulation_fetch_in_the_same_order(crawls, recording, tmp_path, strategy):
    seeds = demo_web().seeds
    code, _, log = crawls.run(
        f"TOPIC_REPLAY={recording}",
        "CONCURRENT_REQUESTS=1",
        topic=TOPIC,
        keywords=str(KEYWORDS),
        seeds=",".join(seeds),
        strategy=strategy,
        max_pages=str(PAGES),
    )
    assert code == 0, log
    crawls.output = crawls.folder / "output" / TOPIC
    live = [line[5] for line in crawls.visited() if line[3] in {"stored", "noindex"}]

    bench = Workbench(Lab((recording,), tmp_path / "cache", strategies=STRATEGIES_BASE, pages=len(live)))
    experiment = Experiment("ai", TOPIC, load_keywords(KEYWORDS), "demo", tuple(seeds))
    simulated = [step.url for step in bench.simulate(Plan(experiment, frozenset()), strategy).steps]
    assert len(live) > PAGES / 2
    assert simulated == live


def test_all_strategies_on_ones_own_recording(recording, tmp_path):
    files = ("--json", tmp_path / "r.json", "--report", tmp_path / "r.html", "--orders", tmp_path / "orders.tsv")
    code, out, err = lab(tmp_path, recording, "--keywords", KEYWORDS, "--pages", 100, *files)
    assert code == 0, err
    assert "Traceback" not in err
    assert "the judge's own verdict is the truth" in out
    results = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert {result["strategy"] for result in results["results"]} == {*STRATEGIES_BASE, "oracle"}
    auhc = {name: summary["auhc"] for name, summary in results["summary"].items()}
    assert max(auhc, key=auhc.get) == "oracle"
    assert max((name for name in auhc if name != "oracle"), key=auhc.get) != "random"
    assert auhc["shark_search"] > auhc["breadth_first"]
    assert "<svg" in (tmp_path / "r.html").read_text("utf-8")
    orders = (tmp_path / "orders.tsv").read_bytes()
    assert orders.count(b"\n") > 500

    code, _, err = lab(tmp_path, recording, "--keywords", KEYWORDS, "--pages", 100, *files)
    assert code == 0, err
    assert (tmp_path / "orders.tsv").read_bytes() == orders, "the same call gives the same orders"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["nowhere"], "there is no nowhere; give a WARC file"),
        (["empty.warc"], "empty.warc is empty"),
        (["a.txt"], "a.txt does not begin with a WARC record"),
        (["."], "the folder . has no WARC file"),
        (["RECORDING", "--strategies", "sharks"], "--strategies: 'sharks' is not known; use some of: default, "),
        (["RECORDING", "--seeds", "seeds.txt"], "none of the 1 seeds of a (seeds) is a page of the recording"),
        (["RECORDING", "--relevant", "truth.tsv"], "no relevant page of the truth of a is in the recording"),
        (["RECORDING", "--relevant", "a.txt"], "a.txt: line 1 has the grade ''"),
        (["RECORDING", "--topics", "."], ". has no topic: a folder with keywords.txt"),
        (["RECORDING", "--pages", "0"], "--pages must be 1 or more, not 0"),
        (["RECORDING", "--baseline", "pagerank", "--strategies", "random"], "--baseline: 'pagerank' is not among"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(recording, tmp_path, options, told):
    (tmp_path / "empty.warc").touch()
    (tmp_path / "a.txt").write_text("茶叶\n", "utf-8")
    (tmp_path / "seeds.txt").write_text("http://elsewhere.test/\n")
    (tmp_path / "truth.tsv").write_text("http://elsewhere.test/\t2\n")
    given = [str(recording) if option == "RECORDING" else option for option in options]
    keywords = [] if "--topics" in given else ["--keywords", "a.txt"]
    if given[0] == ".":
        (tmp_path / "empty.warc").unlink()
    code, out, err = lab(tmp_path, *given, *keywords)
    assert code == 1
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("scrapy lab: error: ")
    assert told in line


def test_a_topic_is_needed(recording, tmp_path):
    code, _, err = lab(tmp_path, recording)
    assert (code, err) == (1, "scrapy lab: error: no topic: give --keywords FILE, or --topics DIR for many\n")
