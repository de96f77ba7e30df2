from __future__ import annotations

import re
from html.parser import HTMLParser

from topicspider.report.html import render_report


class Tags(HTMLParser):
    """Collects every start tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def links(self) -> list[str]:
        return [attrs["href"] for tag, attrs in self.tags if tag == "a"]


def test_report_without_pages(make_summary):
    html = render_report(make_summary())
    assert html.count("No pages were fetched.") == 2
    assert "<svg" not in html
    assert "nothing left to fetch" in html


def test_report_shows_what_was_found(make_visit, make_summary):
    visits = [
        make_visit("http://a.test/1", relevance=0.71, title="第一篇"),
        make_visit("http://b.test/2", relevance=0.93, title="第二篇", host="b.test", charset="gb18030"),
        make_visit("http://a.test/3", relevance=0.2, title="无关"),
        make_visit("http://a.test/4", relevance=0.99, title="重复", outcome="duplicate", relevant=False),
    ]
    html = render_report(make_summary(visits, errors={"HTTP 404": 7}))
    assert Tags(html).links() == ["http://b.test/2", "http://a.test/1"]
    assert html.index("第二篇") < html.index("第一篇")
    assert "无关" not in html
    assert "重复" not in html
    for shown in ("人工智能", "shark", "0.930", "gb18030", "HTTP 404", "50.0%", "2026-03-01 08:00:10 UTC"):
        assert shown in html
    assert len(re.findall("<svg ", html)) == 2


def test_nothing_is_loaded_from_elsewhere(make_visit, make_summary):
    tags = Tags(render_report(make_summary([make_visit()]))).tags
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in tags}
    assert not any("src" in attrs for _, attrs in tags)


def test_what_pages_say_is_escaped(make_visit, make_summary):
    evil = "<script>alert(1)</script>"
    visit = make_visit(title=evil, host=evil, charset=evil)
    html = render_report(make_summary([visit], topic=evil, errors={evil: 1}, finish_reason=evil))
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_only_web_addresses_are_linked(make_visit, make_summary):
    urls = ["javascript:alert(1)", "data:text/html,x", "https://a.test/ok", "HTTP://a.test/ok"]
    html = render_report(make_summary([make_visit(url) for url in urls]))
    assert Tags(html).links() == ["https://a.test/ok", "HTTP://a.test/ok"]


def test_untitled_and_endless_titles(make_visit, make_summary):
    visits = [make_visit("http://a.test/untitled", title=" "), make_visit("http://a.test/long", title="长" * 500)]
    html = render_report(make_summary(visits))
    assert ">http://a.test/untitled</a>" in html
    assert f">{'长' * 119}…</a>" in html


def test_a_hundred_thousand_visits_stay_small(make_visit, make_summary):
    thousand = [
        make_visit(f"http://a.test/{i}", relevance=i % 100 / 100, host=f"h{i}.test", charset=f"c{i}")
        for i in range(1000)
    ]
    html = render_report(make_summary(thousand * 100, errors={f"reason {i}": i for i in range(1000)}))
    assert len(html.encode()) < 100_000
    assert "100,000" in html
