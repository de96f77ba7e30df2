"""The lists of links of a page: which links belong together, under which heading, and what the list is."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from topicspider.page import LinkBlock, Page

Read = Callable[..., Page]

MAIN = "绿茶的采摘从清明开始，先摘一芽一叶，再摘一芽二叶，当天杀青。" * 3


def items(*anchors: str, host: str = "") -> str:
    return "".join(f"<li><a href='{host}/{number}'>{anchor}</a>" for number, anchor in enumerate(anchors))


def roles(page: Page) -> list[str]:
    return [block.role for block in page.link_blocks]


def test_a_link_within_the_text_is_in_no_list(read: Read) -> None:
    page = read(f"<p>{MAIN}也见<a href=a>红茶</a>。<ul>{items('乌龙茶的做法', '白茶的做法', '黄茶的做法')}</ul>")
    assert [link.block for link in page.links] == [-1, 0, 0, 0]


@pytest.mark.parametrize(("text", "number"), [("的做", -1), ("的", 0)])
def test_a_line_of_which_half_is_links_is_a_list(read: Read, text: str, number: int) -> None:
    # One character of three is a third; one of two is half.
    assert [link.block for link in read(f"<p><a href=a>茶</a>{text}").links] == [number]


def test_every_list_has_its_number_and_its_heading(read: Read) -> None:
    first, second = items("绿茶的做法", "红茶的做法", "白茶的做法"), items("瓷器的历史", "陶器的历史", "玉器的历史")
    page = read(f"<h3>茶叶</h3><ul>{first}</ul><div>器物</div><ul>{second}</ul>")
    assert [link.block for link in page.links] == [0, 0, 0, 1, 1, 1]
    assert [block.heading for block in page.link_blocks] == ["茶叶", "器物"]


def test_boxes_of_single_links_are_one_list(read: Read) -> None:
    cards = "".join(f"<div class=card><a href={n}>第{n}篇文章的题目</a></div>" for n in range(4))
    page = read(f"<div>{cards}</div>")
    assert [link.block for link in page.links] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("html", "role"),
    [
        (f"<ul>{items('绿茶的做法', '红茶的做法', '白茶的做法')}</ul>", "list"),
        (f"<ul>{items('首页', '新闻', '财经', '体育', '关于我们')}</ul>", "navigation"),
        (f"<ul>{items('首页', '新闻', '财经', '体育')}</ul>", "list"),  # too few to say
        (f"<ul>{items('Home', 'About us', 'News', 'Contact', 'Jobs')}</ul>", "navigation"),
        (f"<nav>{items('绿茶的采摘与杀青', '红茶的萎凋与发酵', '白茶')}</nav>", "navigation"),
        (f"<ul>{items('中国茶叶博物馆', '国际茶叶委员会', '茶叶研究所', host='http://other.example')}</ul>", "noise"),
        (f"<ul>{items('中国茶叶博物馆', '国际茶叶委员会', '茶研究所', host='http://www.e.example')}</ul>", "list"),
    ],
)
def test_what_a_list_is(read: Read, html: str, role: str) -> None:
    assert roles(read(html)) == [role]


def test_a_list_of_which_more_than_half_leads_elsewhere_is_noise(read: Read) -> None:
    own = items("绿茶的采摘与杀青", "红茶的萎凋与发酵")
    foreign = items("中国茶叶博物馆", "国际茶叶委员会", "茶叶研究所", host="http://other.example")
    assert roles(read(f"<ul>{own}{foreign}</ul>")) == ["noise"]  # 3 of 5 are the 60 % it takes
    more = own + items("黄茶的闷黄与烘干")
    assert roles(read(f"<ul>{more}{foreign}</ul>")) == ["list"]


def test_the_likeness_of_a_list_and_the_main_text_is_the_cosine_of_their_pairs_of_characters(read: Read) -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 101)))  # 100 pairs, none twice
    inside, outside = text[:5], "茶酒糖油盐"
    page = read(f"<div><p>{text}</div><ul>{items(inside, outside, '米面')}</ul>")
    # The heading is the text before; here it is too long to be one. " 0123 45678 90": each of 14 characters once.
    pairs = len(f" {inside} {outside} 米面") - 1
    assert page.link_blocks == (LinkBlock("list", "", pytest.approx(4 / math.sqrt(pairs * 100))),)


def test_a_page_without_main_text_compares_its_lists_with_its_title(read: Read) -> None:
    page = read(f"<title>绿茶的做法</title><ul>{items('绿茶的做法', '绿茶的做法', '绿茶的做法')}</ul>")
    assert page.link_blocks[0].likeness > 0.5
    assert read(f"<ul>{items('绿茶的做法', '红茶的做法', '白茶的做法')}</ul>").link_blocks[0].likeness == 0.0
