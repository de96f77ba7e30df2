"""The links of a page with their anchors and the words around them, and what is boilerplate."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from topicspider.page import Link, Page
from topicspider.page.blocks import CONTEXT_CHARS

Read = Callable[..., Page]


@pytest.mark.parametrize(
    ("html", "anchor"),
    [
        ("<a href=a> 绿<b>茶</b>\n 加<i>工</i> </a>", "绿茶加工"),
        ("<a href=a>green <b>tea</b></a>", "green tea"),
        ("<a href=a><div>绿茶</div><div>加工</div></a>", "绿茶 加工"),
        ("<a href=a><img alt=绿茶></a>", "绿茶"),
        ("<a href=a title=乌龙茶><img alt=绿茶></a>", "绿茶"),
        ("<a href=a title=乌龙茶><img></a>", "乌龙茶"),
        ("<a href=a aria-label=乌龙茶></a>", "乌龙茶"),
        ("<a href=a title=乌龙茶>更多</a>", "更多"),
        ("<area href=a alt=白茶>", "白茶"),
        ("<iframe src=a title=茶></iframe>", "茶"),
        ("<a href=a></a>", ""),
        ("<a href=a><script>x()</script><style>b{}</style></a>", ""),
    ],
)
def test_the_anchor_of_a_link(read: Read, html: str, anchor: str) -> None:
    links = [link for link in read(html).links if link.anchor or not anchor]
    assert (links[0].url, links[0].anchor) == ("http://e.example/dir/a", anchor)


def test_the_context_is_the_words_around_the_anchor_in_its_block(read: Read) -> None:
    page = read("<p>别处<p>今年的<a href=a>绿茶</a>开始<b>采摘</b><p>别处")
    assert page.links == (Link("http://e.example/dir/a", "绿茶", "今年的 开始采摘"),)


def test_the_context_ends_twenty_characters_from_the_anchor(read: Read) -> None:
    before, after = "前" * 30, "后" * 30
    (link,) = read(f"<p>{before}<a href=a>茶</a>{after}").links
    assert CONTEXT_CHARS == 20
    assert link.context == before[:20] + " " + after[:20]


def test_other_links_of_the_block_are_context(read: Read) -> None:
    page = read("<p><a href=a>绿茶</a>和<a href=b>红茶</a>")
    assert [(link.anchor, link.context) for link in page.links] == [("绿茶", "和红茶"), ("红茶", "绿茶和")]


def test_a_link_alone_in_its_block_has_no_context(read: Read) -> None:
    page = read("<ul><li><a href=a>绿茶</a><li><a href=b>红茶</a></ul>")
    assert [link.context for link in page.links] == ["", ""]


@pytest.mark.parametrize(
    "html",
    [
        "<nav>{}</nav>",
        "<footer><p>{}</p></footer>",
        "<aside>{}</aside>",
        "<div class='site-footer'>{}</div>",
        "<div id=nav>{}</div>",
        "<ul class='main Menu'><li>{}</ul>",
        "<div class=breadcrumb>{}</div>",
        "<table id=friendlink><tr><td>{}</table>",
        "<div id=footer><div><p>{}</p></div></div>",
    ],
)
def test_links_in_navigation_and_the_like_are_marked(read: Read, html: str) -> None:
    page = read("<a href=1>前</a>" + html.format("<a href=2>中</a>") + "<p><a href=3>后</a>")
    assert [link.boilerplate for link in page.links] == [False, True, False]


@pytest.mark.parametrize("names", ["class=news", "id=content", "class=navigator-news", "class=footage", "class=admin"])
def test_other_boxes_are_not_marked(read: Read, names: str) -> None:
    assert [link.boilerplate for link in read(f"<div {names}><a href=a>茶</a></div>").links] == [False]


@pytest.mark.parametrize(
    "names",
    [
        "class=with-sidebar",
        "class='content no-sidebar'",
        "class=has-sidebar",
        "class=main-with-left-sidebar",
        "id=without-nav class=no-ads",
    ],
)
def test_a_box_is_not_what_it_has_or_lacks(read: Read, names: str) -> None:
    assert [link.boilerplate for link in read(f"<div {names}><a href=a>茶</a></div>").links] == [False]


@pytest.mark.parametrize("names", ["class='sidebar no-border'", "class=sidebar-no-border", "class='no-js nav'"])
def test_a_box_is_boilerplate_whatever_it_lacks(read: Read, names: str) -> None:
    assert [link.boilerplate for link in read(f"<div {names}><a href=a>茶</a></div>").links] == [True]


def test_only_boxes_are_called_by_their_names(read: Read) -> None:
    page = read("<body class=sidebar><p class=nav><a href=a>一</a><span class=menu><a href=b>二</a></span>")
    assert [link.boilerplate for link in page.links] == [False, False]


@pytest.mark.parametrize(
    "html",
    [
        "<!-- <a href=a>旧</a> -->",
        "<script>'<a href=a>x</a>'</script>",
        "<template><a href=a>x</a></template>",
        "<textarea><a href=a>x</a></textarea>",
        "<a name=a>x</a>",
        "<a href='#top'>x</a>",
        "<a href=' #top'>x</a>",
        "<a href='#'>x</a>",
        "<a href='javascript:a()'>x</a>",
        "<link href=a>",
    ],
)
def test_what_is_no_link_of_the_page(read: Read, html: str) -> None:
    assert read(html + "<p>茶").links == ()


def test_links_come_in_the_order_of_the_page_each_as_often_as_it_stands_there(read: Read) -> None:
    page = read("<a href=b>一</a><p><a href=a rel='NoFollow noopener'>二</a><a href=b>三</a>")
    assert [(link.url[-1], link.anchor, link.nofollow) for link in page.links] == [
        ("b", "一", False),
        ("a", "二", True),
        ("b", "三", False),
    ]


def test_the_frames_of_a_frameset_are_its_links(read: Read) -> None:
    frames = "<frame src=a><frame src='http://b.example/' title=茶><noframes><p><a href=c>旧</a></noframes>"
    page = read(f"<title>绿茶</title><frameset cols='1,2'>{frames}</frameset>")
    assert page.title == "绿茶"
    assert page.text == ""
    assert page.links == (Link("http://e.example/dir/a", ""), Link("http://b.example/", "茶"))


def test_a_link_that_is_not_closed_ends_where_the_next_begins(read: Read) -> None:
    assert [link.anchor for link in read("<a href=a>一<a href=b>二</a>").links] == ["一", "二"]


def test_a_page_nested_deeper_than_the_stack_is_read(read: Read) -> None:
    assert read("<div>" * 3000 + "<a href=a>茶</a>" + "</div>" * 3000).text == "茶"
