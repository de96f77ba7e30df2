from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from rich.console import Console

from topicspider.exceptions import ConfigError
from topicspider.lab.report import render_lab_report, styles
from topicspider.lab.results import Run, Step, measure_all, summarise, to_json
from topicspider.lab.table import table, table_markdown

VOID = {"meta", "br", "hr", "img", "input", "link"}
EVIL = '<script>alert("1")</script>|&'


class Document(HTMLParser):
    """Checks that every tag is closed in its turn, and collects start tags and texts by tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        if self.open and data.strip():
            self.texts.append((self.open[-1], data.strip()))

    def classes(self, tag: str) -> list[str]:
        return [attrs.get("class", "") for name, attrs in self.tags if name == tag]

    def text(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


def run(strategy: str, found: str, *, topic="ml", seeds="s1", total=2, budget=4, cpu=2.0) -> Run:
    """``found`` has a character for each page fetched: 1 for a relevant one."""
    steps = [Step(f"http://{i}.test/", f"{i}.test", flag == "1", 0.9 * int(flag)) for i, flag in enumerate(found)]
    return Run(topic, seeds, strategy, steps, total, budget, cpu)


# AUHC: 1100 → (1 + 1 + 2/3 + 1/2) / 4 = 19/24; 1010 → 16/24; 0110 → (0 + 1/2 + 2/3 + 1/2) / 4 = 10/24; 0001 → 1/16
RUNS = [
    run("oracle", "1100", cpu=0.0),
    run("oracle", "11", seeds="s2", cpu=0.0),
    run("shark", "1010"),
    run("shark", "0110", seeds="s2"),
    run("plain", "0110", cpu=12.0),
    run("plain", "0001", seeds="s2", cpu=13.0),
]


def test_json_has_a_result_for_each_run():
    results = to_json(RUNS, "plain")["results"]
    assert [(one["topic"], one["seeds"], one["strategy"]) for one in results] == [
        (one.topic, one.seeds, one.strategy) for one in RUNS
    ]
    assert results[2] == {
        "topic": "ml",
        "seeds": "s1",
        "strategy": "shark",
        "pages": 4,
        "harvest": {},
        "auhc": 0.666667,
        "nauc": 0.857143,
        "recall": 1.0,
        "relevant_hosts": 2,
        "average_relevance": 0.45,
        "cpu_ms_per_page": 2.0,
    }
    assert results[1]["pages"] == 2
    assert results[1]["auhc"] == results[0]["auhc"]


@pytest.mark.parametrize(("budget", "marks"), [(99, []), (300, ["100", "300"]), (2000, ["100", "300", "500", "1000"])])
def test_json_has_the_harvest_up_to_the_budget(budget, marks):
    harvest = to_json([run("plain", "1" * 50, budget=budget)], "plain")["results"][0]["harvest"]
    assert list(harvest) == marks
    assert harvest.get("100", 0.5) == 0.5


def test_json_summary():
    document = to_json(RUNS, "plain")
    assert json.loads(json.dumps(document)) == document
    assert (list(document), document["baseline"]) == (["results", "summary", "baseline"], "plain")
    assert list(document["summary"]) == ["oracle", "shark", "plain"]
    # differences 16/24 - 10/24 = 1/4 and 10/24 - 1/16 = 17/48
    assert document["summary"]["shark"] == {
        "auhc": round(13 / 24, 6),
        "nauc": round((6 / 7 + 5 / 7) / 2, 6),
        "ratio_to_oracle": round((16 / 19 + 10 / 19) / 2, 6),
        "difference": round((1 / 4 + 17 / 48) / 2, 6),
        "ci95": [0.25, round(17 / 48, 6)],
        "p": 0.5,
    }
    plain = document["summary"]["plain"]
    assert (plain["difference"], plain["ci95"], plain["p"]) == (0.0, [0.0, 0.0], None)


def test_ratio_is_null_without_an_oracle():
    assert to_json(RUNS[2:], "plain")["summary"]["shark"]["ratio_to_oracle"] is None


def test_only_pairs_that_both_ran_are_compared():
    runs = [*RUNS[:5], run("alone", "1", seeds="s3")]
    by_name = {summary.strategy: summary for summary in summarise(measure_all(runs, "plain"), "plain")}
    assert (by_name["shark"].pairs, by_name["shark"].comparison.pairs) == (2, 1)
    assert by_name["shark"].comparison.difference == pytest.approx(0.25)
    assert (by_name["alone"].comparison, by_name["alone"].ratio_to_oracle) == (None, None)
    assert to_json(runs, "plain")["summary"]["alone"]["ci95"] is None


def test_unknown_baseline_is_answered_with_the_names():
    with pytest.raises(ConfigError, match="baseline 'sharq' was not run; choose one of: oracle, plain, shark"):
        to_json(RUNS, "sharq")
    with pytest.raises(ConfigError, match=r"\(no runs\)"):
        table([], "plain")


@pytest.mark.parametrize(
    ("other", "message"),
    [(run("plain", "1"), "two runs"), (run("x", "1", budget=5), "differ"), (run("x", "1", total=3), "differ")],
)
def test_runs_that_cannot_be_compared(other, message):
    with pytest.raises(ValueError, match=message):
        measure_all([*RUNS, other], "plain")


def test_markdown_table():
    lines = table_markdown([*RUNS, run("a|b", "0", topic="food")], "plain").splitlines()
    assert lines[:-1] == [
        "| Strategy | AUHC | nAUC | ÷ oracle | Δ AUHC [95\u00a0%\u00a0CI] | p | Recall | Hosts | CPU ms |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| oracle | 0.792 | 1.000 | 1.00 | +0.552 [+0.375, +0.729] | 0.500 | 100% | 2 | 0.00 |",
        "| shark | 0.542 | 0.786 | 0.68 | +0.302 [+0.250, +0.354] | 0.500 | 100% | 2 | 2.0 |",
        "| plain | 0.240 | 0.429 | 0.30 | baseline | – | 75% | 2 | 12 |",
        "| a\\|b | 0.000 | 0.000 | – | – | – | 0% | 0 | 2.0 |",
        "",
    ]
    assert lines[-1].startswith("Means over 2 pairs of topic and seeds (only: a|b 1); Δ against plain, paired; p by ")


def test_one_pair_has_no_interval():
    line = table_markdown([RUNS[2], RUNS[4]], "plain").splitlines()[2]
    assert line == "| shark | 0.667 | 0.857 | – | +0.250 | – | 100% | 2 | 2.0 |"


def test_numbers_stay_whole_in_a_narrow_terminal():
    names = ["best-first", "breadth-first", "[bold]", "oracle"]
    runs = [run(name, "1" * 150, seeds=seeds, total=200, budget=1000) for name in names for seeds in ("a", "b")]
    console = Console(width=80)
    with console.capture() as capture:
        console.print(table(runs, "oracle"))
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80
    line = next(line for line in text.splitlines() if line.startswith("[bold]"))
    # AUHC 0.15 (1 + 1/151 + … + 1/1000) = 0.15 · 2.894; nAUC 138,825 / 180,100
    numbers = "100% 50% 30% 15% 0.434 0.771 1.00 +0.000 – 75% 150 2.0"
    assert line.split() == ["[bold]", *numbers.split()]
    assert "…" not in text


def test_report_has_tables_charts_and_notes():
    runs = [*RUNS, run("shark", "1", topic="食品"), run("plain", "0", topic="食品")]
    page = Document(render_lab_report(runs, "plain", ["Truth: the labels of the authors.", "Judge: cosine."]))
    assert page.text("h2") == ["All topics", "Notes", "ml", "食品"]
    assert page.text("h3") == ["Seeds s1", "Seeds s2", "Seeds s1"]
    assert {"Truth: the labels of the authors.", "Judge: cosine."} <= set(page.text("p"))
    assert len(page.classes("table")) == 3
    assert len(page.classes("figure")) == 3
    # the best strategy comes last among the curves, to lie above the others, and first in the legend
    curves = [name for name in page.classes("polyline") if name.startswith("curve ")]
    assert curves[:3] == ["curve s2", "curve s1", "curve s0"]
    assert page.classes("li")[:3] == ["s0", "s1", "s2"]
    assert page.text("span").count("shark") == 3


def test_every_curve_names_itself():
    html = render_lab_report(RUNS, "plain", [])
    page = Document(html)
    hints = page.text("title")[1:]
    assert hints.count("shark: AUHC 0.667, 2 relevant of 4 pages") == 2
    assert len(hints) == len(page.classes("polyline")) == 12
    first = html[html.index("<svg viewBox") :]
    assert first.index('class="hit s0"') < first.index('class="curve s2" points')


def test_the_line_that_is_pointed_at_follows_its_curve():
    html = render_lab_report([run("plain", "10" * 500, total=600, budget=1000)], "plain", [])
    hit, curve = (re.search(rf'class="{name} s0" points="([^"]*)"', html)[1].split() for name in ("hit", "curve"))
    assert (len(hit), len(curve)) == (80, 500)
    assert (hit[0], hit[-1]) == (curve[0], curve[-1])
    assert set(hit) <= set(curve)


def test_a_report_without_notes():
    assert "Notes" not in render_lab_report(RUNS, "plain", [])


def test_everything_is_escaped():
    runs = [run(EVIL, "10", topic=EVIL, seeds=EVIL)]
    html = render_lab_report(runs, EVIL, [EVIL])
    page = Document(html)
    assert "<script" not in html
    assert page.text("h2") == ["All topics", "Notes", EVIL]
    assert EVIL in page.text("td")
    assert any(EVIL in attrs.get("aria-label", "") for tag, attrs in page.tags if tag == "svg")


def test_nothing_is_loaded_from_elsewhere():
    html = render_lab_report(RUNS, "plain", [])
    tags = Document(html).tags
    assert not {"script", "link", "img", "iframe", "object", "use"} & {tag for tag, _ in tags}
    assert not any({"src", "href", "style"} & set(attrs) for _, attrs in tags)
    assert "url(" not in html
    assert "@import" not in html


def test_forty_strategies_look_different():
    looks = list(styles([f"strategy {i}" for i in range(40)]).values())
    assert len({(look.colour, look.dash) for look in looks}) == 40
    pairs = list(pairwise(looks))
    assert all(one.colour != other.colour and one.dash != other.dash for one, other in pairs)
