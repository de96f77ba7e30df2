from __future__ import annotations

import pytest
from rich.console import Console

from topicspider.report.text import duration, live_line, summary_table, urls_txt


def test_urls_txt(make_visit):
    visits = [
        make_visit("http://a.test/1", relevance=0.87654, depth=0),
        make_visit("http://a.test/2", relevance=0.0, outcome="http_error", depth=3),
    ]
    assert list(urls_txt(visits)) == [
        "# n\trelevance\trelevant\toutcome\tdepth\turl",
        "1\t0.8765\t1\tstored\t0\thttp://a.test/1",
        "2\t0.0000\t0\thttp_error\t3\thttp://a.test/2",
    ]


def test_urls_txt_of_nothing_is_the_header():
    assert len(list(urls_txt([]))) == 1


def test_summary_table(make_visit, make_summary):
    visits = [make_visit(), make_visit(relevance=0.1), make_visit(outcome="duplicate", relevance=0.1)]
    summary = make_summary(visits, errors={"timeout": 4}, paths={"Report": "out/[x]/report.html"})
    console = Console(width=80)
    with console.capture() as capture:
        console.print(summary_table(summary))
    lines = [[cell.strip() for cell in line.split("│")[1:3]] for line in capture.get().splitlines() if "│" in line]
    assert lines == [
        ["Pages fetched", "3"],
        ["Relevant", "1"],
        ["Harvest rate", "33.3%"],
        ["Harvest rate, last 100", "33.3%"],
        ["Duplicates", "1"],
        ["Errors", "4"],
        ["Hosts", "1"],
        ["URLs waiting", "1,234"],
        ["Time", "10.0 s"],
        ["Pages per second", "0.3"],
        ["Finished because", "nothing left to fetch"],
        ["Report", "out/[x]/report.html"],
    ]


def test_live_line():
    line = live_line(
        pages=1200, relevant=300, harvest=0.25, recent=0.42, waiting=56789, pages_per_second=3.456, errors=7
    )
    assert line == ("1,200 pages, 300 relevant, harvest 25.0% (last 100: 42.0%), 56,789 waiting, 3.5 pages/s, 7 errors")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0.0 s"), (9.54, "9.5 s"), (59.4, "59.4 s"), (60, "1 min 00 s"), (125, "2 min 05 s"), (11_265, "3 h 07 min")],
)
def test_duration(seconds, text):
    assert duration(seconds) == text
