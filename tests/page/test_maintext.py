"""The main text: the box with most text is chosen, and what belongs to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from topicspider.page import Page
from topicspider.page.maintext import MIN_MAIN_TEXT
from topicspider.page.regions import boilerplate_boxes, main_box

Read = Callable[..., Page]

MAIN = "绿茶的采摘从清明开始，先摘一芽一叶，再摘一芽二叶，当天杀青。" * 3  # 31 characters, three times
MORE = "红茶的萎凋在室内进行，叶片平铺，十二小时以后揉捻，然后发酵。" * 3
LINK = "<a href=a>红茶的十二种做法</a>"


@pytest.mark.parametrize(
    "around",
    [
        "<div class=news>{}</div>",
        "<div class='RightRail'>{}</div>",
        "<div id=related_posts>{}</div>",
        "<div class=postComments>{}</div>",
        "<div class='cookie-consent'>{}</div>",
        "<aside>{}</aside>",
    ],
)
def test_text_beside_the_main_text_is_none(read: Read, around: str) -> None:
    beside = around.format("<p>登录以后可以发表你的看法。</p>")
    page = read(f"<div><div><h1>绿茶</h1><p>{MAIN}</p><p>{MORE}</p></div>{beside}</div>")
    assert page.text == f"绿茶\n\n{MAIN}\n\n{MORE}" or around.startswith("<div class=news>")
    assert page.text.startswith(f"绿茶\n\n{MAIN}\n\n{MORE}")


def test_the_box_with_more_text_wins(read: Read) -> None:
    page = read(f"<div><p>{MAIN}</div><ul>{f'<li>{LINK}' * 40}</ul><div><p>{MAIN}<p>{MORE}</div>")
    assert page.text == f"{MAIN}\n\n{MORE}"


def test_a_longer_text_beside_loses_to_the_box_that_is_called_the_content(read: Read) -> None:
    main, other = "茶" * 100, "酒" * 119  # a bonus of a fifth makes 120 of 100
    boxes = f"<div><p>{main}</div><ul>{f'<li>{LINK}' * 40}</ul><div><p>{other}</div>"
    assert read(boxes).text == other
    assert read(boxes.replace("<div>", "<div class=post-content>", 1)).text == main


def test_a_box_with_most_of_the_text_is_no_boilerplate_whatever_it_is_called(read: Read) -> None:
    page = read(f"<div class='container sidebar-left'><p>{MAIN}<p>{MORE}</div><div class=menu>栏目一览</div>")
    assert page.text == f"{MAIN}\n\n{MORE}"


def test_a_list_that_is_called_navigation_stays_so_on_a_page_without_text(read: Read) -> None:
    page = read("<ul class=menu><li>栏目<li>服务<li>公司</ul><p>茶</p>")
    assert page.text == "茶"


@pytest.mark.parametrize(
    ("block", "stays"),
    [
        ("<div>看<a href=a>红茶</a>的加工</div>", True),  # 2 of 6 characters, a third
        ("<div><a href=a>红茶</a>的加工</div>", False),  # 2 of 5
        ("<p><a href=a>红茶加工</a>法</p>", True),  # a paragraph: 4 of 5 characters
        ("<p><a href=a>红茶加工厂</a>法</p>", True),  # 5 of 6, but a single line
        (f"<p>{LINK}</p><p>{LINK}</p>", True),
        (f"<p>{LINK}</p><p>{LINK}</p><p>{LINK}</p>", False),  # three lines are a list
        (f"<ul>{f'<li>{LINK}' * 3}</ul>", False),
    ],
)
def test_links_in_the_main_text(read: Read, block: str, stays: bool) -> None:
    text = read(f"<article><p>{MAIN}</p>{block}<p>{MORE}</p></article>").text
    assert ("红茶" in text.removesuffix(MORE)) is stays


def test_the_heading_that_says_the_title_again_is_no_text(read: Read) -> None:
    page = read(f"<title>绿茶的做法_茶网</title><div><h1>绿茶的做法</h1><h2>采摘</h2><p>{MAIN}</div>")
    assert page.text == f"采摘\n\n{MAIN}"


def test_boilerplate_within_the_main_text_is_left_out(read: Read) -> None:
    page = read(f"<article><p>{MAIN}</p><div class=share>分享到微博</div><p>{MORE}</p></article>")
    assert page.text == f"{MAIN}\n\n{MORE}"


def test_a_page_with_less_text_than_a_main_text_has_is_a_list(read: Read) -> None:
    text = "茶" * MIN_MAIN_TEXT
    links = f"<ul>{f'<li>{LINK}' * 12}</ul>"
    assert read(f"<div><p>{text}</div>{links}").text == text
    assert not read(f"<div><p>{text}</div>{links}").is_hub
    hub = read(f"<div><p>{text[:-1]}</div>{links}")
    assert hub.text == "\n\n".join([text[:-1], *["红茶的十二种做法"] * 12])
    assert hub.is_hub


def test_a_page_with_few_links_is_no_hub(read: Read) -> None:
    assert not read(f"<ul>{f'<li>{LINK}' * 9}</ul>").is_hub
    assert read(f"<ul>{f'<li>{LINK}' * 10}</ul>").is_hub


def test_a_page_without_boxes_has_one() -> None:
    from topicspider.page.blocks import BlockWalker

    walker = BlockWalker()
    assert boilerplate_boxes(walker.blocks, walker.boxes) == [False]
    assert main_box(walker.blocks, walker.boxes, [False]) is walker.boxes[0]
