"""What keeps a crawl out of traps: shapes, rules, novelty, budgets, and all of it together."""

from __future__ import annotations

import pytest

from topicspider.guards import Budgets, Guard, HostRule
from topicspider.guards.novelty import Novelty
from topicspider.guards.rules import static_refusal
from topicspider.guards.shape import shape_of

YEAR = 2024


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("http://a.test/news/2024/05/1.html", "a.test/news/D/D/D.html"),
        ("http://a.test/p?id=5&page=2", "a.test/p?id&page"),
        ("http://a.test/p?page=2&id=7", "a.test/p?id&page"),
        ("http://a.test/p?b&a=&a=1", "a.test/p?a&b"),
        ("http://a.test:8080/t123-4.html", "a.test:8080/tD-D.html"),
        ("http://a.test/f/3f2a9c01b7d4", "a.test/f/H"),
        ("http://a.test/wiki/茶", "a.test/wiki/茶"),
        ("http://a.test/facade/deadbeef", "a.test/facade/deadbeef"),  # letters alone are a word
        ("http://[bad/1", "http://[bad/1"),
    ],
)
def test_the_shape_of_a_url(url: str, shape: str) -> None:
    assert shape_of(url) == shape


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/" + "a" * 600, "too_long"),
        ("/1/2/3/4/5/6/7/8/9/10/11/12/13", "too_deep"),
        ("/a/b/c/d/e/f/g/h/i/j/k/l", ""),
        ("/products/products/products", "repeated_segments"),
        ("/products/products/", ""),
        ("/x/products/y/products/z", ""),
        ("/cal/2024/5/a/b/a/b/", "repeated_segments"),
        ("/a/b/c/a/b/c/", "repeated_segments"),
        ("/2024/05/2024/05/x", ""),  # numbers may come again
        ("/news/2024/05/01/123.html", ""),
        ("/list?" + "&".join(f"f{n}=1" for n in range(9)), "facets"),
        ("/list?" + "&".join(f"f{n}=1" for n in range(8)), ""),
        ("/cal?y=2025&m=1", ""),
        ("/cal?y=2026&m=1", "calendar"),
        ("/cal?y=1994&m=1", ""),
        ("/cal?y=1993&m=12", "calendar"),
        ("/events?year=2031", "calendar"),
        ("/films?year=1950", ""),  # no calendar
        ("/a?from=1990", ""),
        ("/month/1911/x", ""),
        ("/calendar/2040", "calendar"),
        ("/site/calendar/2040/05", "calendar"),
        ("/site/calendar/2024/05", ""),
        ("/history/the/year/1911/revolution", ""),  # no calendar
        ("/p?from=9999999", ""),
        ("/p?id=3000", ""),
    ],
)
def test_what_only_a_trap_has(path: str, reason: str) -> None:
    assert static_refusal(f"http://a.test{path}", YEAR) == reason


def test_a_group_is_spent_when_too_little_of_what_it_brought_was_new() -> None:
    novelty = Novelty(enough=10, share=0.2)
    for number in range(9):
        novelty.fetched("a", str(number % 2))
    assert not novelty.is_spent("a")  # nine are not enough
    novelty.fetched("a", "0")
    assert novelty.is_spent("a")  # 2 of 10
    for number in range(20):
        novelty.fetched("b", str(number % 5))
    assert not novelty.is_spent("b")  # at ten 5 of 10 were new, at 20 5 of 20
    for _ in range(5):
        novelty.fetched("b", "0")
    assert novelty.is_spent("b")  # 5 of 25


def test_a_group_begins_anew() -> None:
    novelty = Novelty(enough=10, share=0.2)
    for _ in range(9):
        novelty.fetched("a", None)
    novelty.begin_anew("a")
    for _ in range(9):
        novelty.fetched("a", None)
    assert not novelty.is_spent("a")


def test_groups_are_bounded() -> None:
    novelty = Novelty(enough=3, share=0.5, max_groups=2)
    for group in ("a", "a", "b", "c", "a"):
        novelty.fetched(group, None)
    assert not novelty.is_spent("a")  # it was forgotten when the third group came


def test_a_group_with_more_contents_than_are_remembered_is_never_spent() -> None:
    novelty = Novelty(enough=10, share=0.5)
    for number in range(1000):
        novelty.fetched("a", str(number))
        assert not novelty.is_spent("a")


def test_budgets_of_host_domain_and_pattern() -> None:
    budgets = Budgets(per_host=2, per_domain=3, per_pattern=1)
    assert budgets.spent("a.x.com", "a.x.com/D") == ""
    budgets.fetched("a.x.com", "a.x.com/D")
    assert budgets.spent("a.x.com", "a.x.com/D") == "pattern_budget"
    budgets.fetched("a.x.com", "a.x.com/tD")
    assert budgets.spent("a.x.com", "a.x.com/new") == "host_budget"
    assert budgets.spent("b.x.com", "b.x.com/new") == ""
    budgets.fetched("b.x.com", "b.x.com/new")
    assert budgets.spent("c.x.com", "c.x.com/") == "domain_budget"
    assert budgets.spent("y.com", "y.com/") == ""


def test_budgets_go_on_where_the_job_stopped() -> None:
    budgets = Budgets(per_host=5, per_domain=7)
    budgets.resume([("a.x.com", 5), ("b.x.com", 1)])
    assert budgets.spent("a.x.com", "") == "host_budget"
    assert budgets.spent("b.x.com", "") == ""
    budgets.fetched("b.x.com", "")
    assert budgets.spent("b.x.com", "") == "domain_budget"


def test_the_users_rules_for_hosts_come_first() -> None:
    budgets = Budgets(per_host=1)
    budgets.rules = {"a.com": HostRule(banned=True), "b.com": HostRule(max_pages=3), "c.com": HostRule(max_pages=0)}
    for host in ("a.com", "b.com", "d.com"):
        budgets.fetched(host, "")
    assert [budgets.spent(f"{name}.com", "") for name in "abcd"] == ["banned", "", "host_budget", "host_budget"]


def fetch(guard: Guard, urls: list[str], content: str = "", *, frame: str = "", relevant: bool = False) -> int:
    """Fetch *urls* until the guard refuses; each has a content of its own unless *content* is given."""
    for count, url in enumerate(urls):
        if guard.refusal(url):
            return count
        guard.fetched(url, content or url, frame or url, relevant=relevant)
    return len(urls)


def test_identical_bodies_under_one_pattern_end_after_sixty() -> None:
    guard = Guard(year=YEAR)
    assert fetch(guard, [f"http://a.test/s?sid={n}" for n in range(500)], "same") == 60
    assert guard.refusal("http://a.test/s?sid=9999") == "pattern_repeats"
    assert guard.refusal("http://a.test/other") == ""
    assert not guard.may_queue("http://a.test/s?sid=5")
    assert guard.refused == {"pattern_repeats": 1}


def test_a_calendar_ends_after_forty() -> None:
    urls = [f"http://a.test/x/{2000 + n // 12}/{n % 12 + 1}" for n in range(300)]
    guard = Guard(year=YEAR)
    assert fetch(guard, urls, frame="日历 0年0月") == 40
    assert guard.refusal(urls[-1]) == "pattern_is_dull"


@pytest.mark.parametrize("form", ["/cal/{}/{}", "/c?y={}&m={}", "/zh/calendar/{}/{}/"])
def test_a_calendar_ends_even_if_its_pages_are_of_the_topic(form: str) -> None:
    urls = [f"http://a.test{form.format(2000 + n // 12, n % 12 + 1)}" for n in range(200)]
    guard = Guard(year=YEAR)
    assert fetch(guard, urls, relevant=True) == 50
    assert guard.refusal(urls[-1]) == "calendar"


def test_sessions_in_the_path_are_one_pattern() -> None:
    assert shape_of("http://a.test/(S(x4mz55qd))/list/3.aspx") == "a.test/list/D.aspx"
    urls = [f"http://a.test/(S(abc{n}))/list.aspx" for n in range(200)]
    assert fetch(Guard(year=YEAR), urls, "same") == 60


def test_pages_of_the_topic_that_differ_in_numbers_only_are_no_calendar() -> None:
    urls = [f"http://a.test/tea/{n}" for n in range(300)]
    assert fetch(Guard(year=YEAR), urls, frame="茶叶第0篇", relevant=True) == 300


def test_soft_404s_of_every_shape_end_at_the_host() -> None:
    guard = Guard(year=YEAR)
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    assert fetch(guard, [f"http://a.test/{word}" for word in words], "not found") == 200
    assert guard.refusal("http://a.test/new-word") == "host_repeats"


@pytest.mark.parametrize(
    "urls",
    [
        [f"http://forum.test/t/{n}-1-1.html" for n in range(500)],
        [f"http://news.test/{2000 + n // 300}/{n % 12 + 1:02}/{n}.html" for n in range(3000)],
        [f"http://shop.test/list?page={n}" for n in range(500)],
        [f"http://zh.wiki.test/wiki/条目{n}" for n in range(500)],
    ],
)
def test_sections_that_bring_news_stay_open(urls: list[str]) -> None:
    assert fetch(Guard(year=YEAR), urls) == len(urls)
