"""``visit_page`` and ``LinkScorer``: real small pages, read for a real topic, with a real frontier."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from topicspider.frontier import FrontierLink, SqliteFrontier, Visit
from topicspider.reading import Reader, Reading
from topicspider.strategies import BlockView, LinkView, PageView, Score, Strategy
from topicspider.strategies.relevance_importance import RelevanceImportance
from topicspider.topic import Topic
from topicspider.visit import LinkScorer, visit_page

URL = "http://www.e.example/list/"
SOURCE = FrontierLink(URL, 0.9, depth=2, parent="http://www.e.example/", inherited=0.4)
TEA = "绿茶的采摘从清明开始，茶叶当天杀青。" * 6
OTHER = "今天天气很好，我们去公园散步，路上遇见老朋友，聊起往事与将来的打算。" * 3


@pytest.fixture(scope="module")
def topic() -> Topic:
    return Topic("茶", {"茶叶": 3, "绿茶": 1, "采摘": 1})


def read(topic: Topic, html: str) -> Reading:
    reading = Reader(topic).read(f"<meta charset=utf-8>{html}".encode(), URL, {"content-type": "text/html"})
    assert reading is not None
    return reading


def visit(topic: Topic, html: str, **options: Any) -> list[FrontierLink]:
    scorer = LinkScorer(options.pop("strategy", None) or RelevanceImportance(), **options)
    return scorer.score(read(topic, html), SOURCE)


class Listening(Strategy):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[PageView, list[LinkView]]] = []
        self.heard: list[tuple[str, float]] = []

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        self.asked.append((page, list(links)))
        return [Score(0.5, 0.25, 0.125, {"a": 1.0})] * len(links)

    def learn(self, url: str, relevance: float) -> None:
        self.heard.append((url, relevance))


def test_a_link_knows_where_it_was_found_and_why_it_has_its_score(topic: Topic) -> None:
    links = visit(topic, "<a href=1.html>绿茶</a>", strategy=Listening())
    assert links == [
        FrontierLink("http://www.e.example/list/1.html", 0.5, 3, URL, "绿茶", 0.25, 0.125, {"a": 1.0}),
    ]


def test_what_the_strategy_is_told_of_the_page_and_its_links(topic: Topic) -> None:
    strategy = Listening()
    html = (
        f"<title>茶</title><p>{TEA}<p>绿茶的<a href=a>采摘</a><p>茶叶<a href=b>更多&gt;&gt;</a>"
        "<footer><a href=c>关于茶叶</a></footer>"
    )
    links = visit(topic, html, strategy=strategy)
    ((page, views),) = strategy.asked
    assert page == PageView(URL, read(topic, html).judgement.relevance, depth=2, inherited=0.4, outlinks=3)
    assert views == [
        LinkView(f"{URL}a", pytest.approx(1 / 3), pytest.approx(1 / 3), has_anchor=True),  # 采摘 1 of 3, 绿茶 1 of 3
        LinkView(f"{URL}b", 0.0, 1.0, has_anchor=False, block=views[1].block),  # 茶叶 3 of 3
        LinkView(f"{URL}c", 1.0, 0.0, has_anchor=True, boilerplate=True, block=views[2].block),
    ]
    assert [view.block.role for view in views] == ["text", "list", "navigation"]
    assert len(links) == 3


def test_a_link_in_a_list_is_shown_with_its_list(topic: Topic) -> None:
    strategy = Listening()
    anchors = ("绿茶的故事", "茶叶的历史", "城市新闻")
    items = "".join(f"<li><a href={number}>{anchor}</a>" for number, anchor in enumerate(anchors))
    visit(topic, f"<p>{TEA}<a href=x>看这里</a>吧，茶的世界很大<ul>{items}</ul>", strategy=strategy)
    ((_, (text, *listed)),) = strategy.asked
    assert text.block == BlockView()
    assert {link.block.role for link in listed} == {"list"}
    assert {link.block.hit_share for link in listed} == {2 / 3}
    assert all(0 < link.block.likeness < 1 for link in listed)


@pytest.mark.parametrize(
    ("anchor", "says"),
    [
        ("", False),
        ("12", False),
        ("» 2024-01-02", False),
        ("更多", False),
        ("查看更多>>", False),
        ("阅读全文", False),
        ("详细", False),
        ("Read  More", False),
        ("next", False),
        ("下一页", False),
        ("上一篇", False),
        ("返回首页", False),
        ("[返回首页]", False),
        ("[详细]", False),
        ("[更多]", False),
        (">>更多", False),
        ("【更多】", False),
        ("«上一页", False),
        ("第2页", False),
        ("2, »", False),
        ("首页 | 上一页 1 2 下一页", False),
        ("(more...)", False),
        ("查看" * 10_000, False),
        ("查看" * 10_000 + "茶", True),
        ("[详细] 绿茶", True),
        ("下一篇：绿茶", True),
        ("第2页绿茶", True),
        ("阅读", True),
        ("绿茶", True),
        ("更多绿茶", True),
        ("3月绿茶采摘", True),
        ("nextdoor", True),
    ],
)
def test_whether_an_anchor_says_anything(topic: Topic, anchor: str, says: bool) -> None:
    strategy = Listening()
    visit(topic, f"<a href=a>{anchor}</a>", strategy=strategy)
    assert [link.has_anchor for _, links in strategy.asked for link in links] == [says]


def test_an_anchor_is_cut_at_200_characters(topic: Topic) -> None:
    (link,) = visit(topic, f"<a href=a>{'茶' * 201}</a>")
    assert link.anchor == "茶" * 200


@pytest.mark.parametrize(("max_depth", "followed"), [(0, True), (1, False), (2, False), (3, True)])
def test_links_of_a_page_at_the_maximal_depth_are_not_followed(topic: Topic, max_depth: int, followed: bool) -> None:
    assert bool(visit(topic, "<a href=a>茶</a>", max_depth=max_depth)) is followed


def test_links_of_a_nofollow_page_and_nofollow_links_are_not_followed(topic: Topic) -> None:
    assert visit(topic, "<meta name=robots content=nofollow><a href=a>茶</a>") == []
    assert [link.url for link in visit(topic, "<a href=a rel=nofollow>茶</a><a href=b>茶</a>")] == [f"{URL}b"]


def test_the_page_itself_is_no_link(topic: Topic) -> None:
    assert visit(topic, f"<a href='{URL}'>茶</a><a href='#a'>茶</a><a href=''>茶</a>") == []


@pytest.mark.parametrize(
    ("domains", "hosts"),
    [
        ([], ["e.example", "www.e.example", "not-e.example", "b.example"]),
        (["e.example"], ["e.example", "www.e.example"]),
        (["E.Example", "b.example"], ["e.example", "www.e.example", "b.example"]),
        (["www.e.example"], ["www.e.example"]),
        (["c.example"], []),
    ],
)
def test_only_allowed_domains_and_their_subdomains_are_followed(
    topic: Topic, domains: list[str], hosts: list[str]
) -> None:
    html = "".join(
        f"<a href='{url}'>茶</a>"
        for url in ("http://e.example/", "http://WWW.e.example:8080/", "//not-e.example", "//b.example./?e.example")
    )
    links = visit(topic, html, allowed_domains=domains)
    assert [link.url.split("/")[2].split(":")[0].rstrip(".") for link in links] == hosts


def test_of_several_links_to_a_url_the_longest_anchor_counts_in_the_place_of_the_first(topic: Topic) -> None:
    html = (
        "<a href=a><img></a><a href=b>茶</a><a href=a>绿茶采摘</a><a href=a>绿茶</a>"
        "<a href=a rel=nofollow>绿茶采摘方法</a>"
    )
    strategy = Listening()
    assert [(link.url[-1], link.anchor) for link in visit(topic, html, strategy=strategy)] == [
        ("a", "绿茶采摘"),
        ("b", "茶"),
    ]
    assert strategy.asked[0][0].outlinks == 2


def test_a_link_about_the_topic_comes_before_more_and_both_before_the_footer(topic: Topic) -> None:  # RV15
    html = (
        f"<title>绿茶</title><p>{TEA}<footer><a href=f1>关于我们</a><a href=f2>更多</a></footer>"
        "<ul><li><a href=more>更多</a><li><a href=tea>绿茶加工</a></ul>"
    )
    links = sorted(visit(topic, html), key=lambda link: -link.score)
    assert [link.url.removeprefix(URL) for link in links][:2] == ["tea", "more"]
    assert links[0].score > links[1].score > links[2].score


def test_of_five_thousand_links_the_best_come_first_wherever_they_stand(topic: Topic, tmp_path: Path) -> None:  # SC20
    anchors = ["茶叶"] * 5 + ["绿茶"] * 5 + ["新闻"] * 4990
    for seed in range(2):
        shuffled = list(enumerate(anchors))
        random.Random(seed).shuffle(shuffled)
        html = "".join(f"<li><a href=/{number}.html>{anchor}</a>" for number, anchor in shuffled)
        links = visit(topic, f"<ul>{html}</ul>")
        assert len(links) == 5000
        with SqliteFrontier(tmp_path / f"{seed}.sqlite3") as frontier:
            assert frontier.add(links) == 5000
            first = [link.anchor for _ in range(11) if (link := frontier.next(0.0))]
        assert first == anchors[:11]


def test_a_hub_below_the_threshold_still_passes_its_links_on() -> None:  # SC21
    topic = Topic("茶", {"茶叶": 3, "绿茶": 1}, threshold=0.3)
    html = f"<title>网址大全</title><p>{OTHER}<a href=news>新闻</a><a href=tea>茶叶</a>"
    judgement, links = read(topic, html).judgement, visit(topic, html)
    assert judgement.score < 0.3
    assert not judgement.relevant
    assert {link.url: link.score > 0 for link in links} == {f"{URL}news": True, f"{URL}tea": True}
    assert links[1].score > links[0].score
    assert links[0].inherited == max(judgement.relevance, 0.2)  # half of the 0.4 that the page inherited


def test_a_page_without_links(topic: Topic) -> None:
    assert visit(topic, "<p>绿茶") == []


class Crawl:
    """Visits pages of *sites* one after another."""

    def __init__(self, topic: Topic, frontier: SqliteFrontier) -> None:
        self.reader, self.frontier, self.strategy = Reader(topic), frontier, Listening()
        self.scorer = LinkScorer(self.strategy)

    def visit(self, url: str, html: str) -> tuple[Visit, list[str]]:
        self.frontier.add([FrontierLink(url, 0.5)])
        source = self.frontier.next(0.0)
        assert source is not None
        reading = self.reader.read(f"<meta charset=utf-8>{html}".encode(), url, {"content-type": "text/html"})
        visit, links = visit_page(reading, source, url, 0.0, scorer=self.scorer, frontier=self.frontier)
        self.frontier.done(url, visit, [])
        return visit, [link.url for link in links]


@pytest.fixture
def crawl(topic: Topic, tmp_path: Path) -> Iterator[Crawl]:
    with SqliteFrontier(tmp_path / "frontier.sqlite3") as frontier:
        yield Crawl(topic, frontier)


def long_text(seed: int, *, edits: int = 0) -> str:
    """Return some sentences about tea, and forty of random characters, *edits* of them others."""
    rng, other = random.Random(seed), random.Random(seed + 1000)
    han = [chr(code) for code in range(0x4E00, 0x5E00)]
    sentences = ["".join(rng.choices(han, k=25)) for _ in range(40)]
    return TEA + "。".join(["".join(other.choices(han, k=25)) for _ in range(edits)] + sentences[edits:])


def test_a_near_duplicate_of_what_is_not_relevant_is_not_looked_for(crawl: Crawl) -> None:
    for number, edits in ((1, 0), (2, 3)):
        text = long_text(1, edits=edits).removeprefix(TEA)
        visit, _ = crawl.visit(f"http://{number}.example/", f"<title>别的</title><p>{text}")
        assert (visit.outcome, visit.relevant) == ("stored", False)


def test_the_same_text_again_is_a_duplicate_and_teaches_the_strategy(crawl: Crawl) -> None:
    page = f"<title>茶</title><p>{TEA}<a href=/next>绿茶</a>"
    first, links = crawl.visit("http://a.example/1", page)
    assert (first.outcome, first.relevant, links) == ("stored", True, ["http://a.example/next"])
    again, links = crawl.visit("http://b.example/2", page)
    assert (again.outcome, again.relevant, again.reason) == ("duplicate", False, "as http://a.example/1")
    assert again.same_as == "http://a.example/1"
    assert links == []
    assert crawl.strategy.heard == [("http://a.example/1", first.relevance), ("http://b.example/2", 0.0)]


def test_a_text_posted_again_with_edits_is_a_near_duplicate_whose_links_are_followed(crawl: Crawl) -> None:
    crawl.visit("http://a.example/1", f"<title>茶</title><p>{long_text(1)}<a href=/next>绿茶</a>")
    page = f"<title>转载</title><p>{long_text(1, edits=3)}<a href=/more>红茶</a>"
    near, links = crawl.visit("http://b.example/2", page)
    assert (near.outcome, near.relevant, near.reason) == ("near_duplicate", False, "nearly as http://a.example/1")
    assert links == ["http://b.example/more"]
    assert crawl.strategy.heard[-1] == ("http://b.example/2", 0.0)


@pytest.mark.parametrize(("title", "outcome"), [("茶", "near_duplicate"), ("另一种茶", "stored")])
def test_pages_of_one_site_with_other_titles_are_other_pages(crawl: Crawl, title: str, outcome: str) -> None:
    crawl.visit("http://a.example/1", f"<title>茶</title><p>{long_text(1)}")
    visit, _ = crawl.visit("http://www.a.example/2", f"<title>{title}</title><p>{long_text(1, edits=3)}")
    assert visit.outcome == outcome


def test_another_text_is_no_duplicate(crawl: Crawl) -> None:
    crawl.visit("http://a.example/1", f"<p>{long_text(1)}")
    visit, _ = crawl.visit("http://a.example/2", f"<p>{long_text(2)}")
    assert visit.outcome == "stored"


def test_a_page_that_says_it_is_missing_is_not_kept_nor_followed(crawl: Crawl) -> None:
    visit, links = crawl.visit(
        "http://a.example/1", "<title>提示</title><p>您访问的页面不存在<p><a href=/>茶叶首页</a>"
    )
    assert (visit.outcome, visit.relevant, links) == ("missing", False, [])
    assert crawl.strategy.heard == [("http://a.example/1", 0.0)]


def test_a_page_that_wants_a_login_says_so_in_the_log(crawl: Crawl) -> None:
    visit, _ = crawl.visit("http://a.example/1", "<title>提示</title><p>请先登录")
    assert (visit.outcome, visit.reason) == ("stored", "wants a login")
