"""``importance`` and ``path_depth``, numbers by hand."""

from __future__ import annotations

import pytest

from topicspider.strategies.importance import importance, path_depth


@pytest.mark.parametrize(
    ("url", "depth"),
    [
        ("http://e.example", 0),
        ("http://e.example/", 0),
        ("http://e.example//", 0),
        ("http://e.example/?u=http://b.example/a/b", 0),
        ("http://e.example?u=/a/b", 0),
        ("http://e.example/#/a/b", 0),
        ("http://e.example/news", 1),
        ("http://e.example/news/", 1),
        ("http://e.example/news/1.html", 2),
        ("http://e.example//news//1.html", 2),
        ("https://e.example:8080/a/b/c/?d=/e/", 3),
    ],
)
def test_the_depth_of_a_path_is_its_segments(url: str, depth: int) -> None:
    assert path_depth(url) == depth


@pytest.mark.parametrize(
    ("url", "nearness"),
    [
        ("http://e.example/", 1.0),
        ("http://e.example/news/", 0.5),
        ("http://e.example/news/1.html", 1 / 3),
        ("http://e.example/news/?page=/1/2/3", 0.5),
        ("http://e.example/a/b/c/d", 0.2),
    ],
)
def test_the_nearer_to_the_root_the_more_important(url: str, nearness: float) -> None:
    assert importance(url, 0, link_share=0) == pytest.approx(nearness)
    assert importance(url, 0) == pytest.approx(nearness / 2)


@pytest.mark.parametrize(
    ("url", "nearness"),
    [
        ("http://e.example", 1 / 2),  # the two slashes of http://
        ("http://e.example/", 1 / 3),
        ("http://e.example/news/", 1 / 4),
        ("http://e.example/news/1.html", 1 / 4),
        ("http://e.example/news/?u=http://b.example/", 1 / 4),
    ],
)
def test_taken_literally_all_slashes_before_the_query_count(url: str, nearness: float) -> None:
    assert importance(url, 0, link_share=0, literal_slashes=True) == pytest.approx(nearness)


@pytest.mark.parametrize(("outlinks", "value"), [(0, 0.0), (40, 0.4), (100, 1.0), (5000, 1.0)])
def test_the_links_of_the_page_count_up_to_a_hundred(outlinks: int, value: float) -> None:
    assert importance("http://e.example/", outlinks, link_share=1) == pytest.approx(value)


def test_both_parts_are_shared() -> None:
    url = "http://e.example/news/1.html"
    assert importance(url, 40) == pytest.approx(0.5 * 0.4 + 0.5 / 3)
    assert importance(url, 10, link_share=0.25, max_outlinks=50) == pytest.approx(0.25 * 0.2 + 0.75 / 3)
    assert importance("http://e.example/", 100) == 1.0
