"""Pages that say they are none: not found, log in first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from topicspider.page import Page, read_page
from topicspider.page.walls import MAX_CHARS, wall_of

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "pages_manifest.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", [case for case in CASES if "soft404" in case["expected"]], ids=lambda case: case["id"])
def test_recorded_pages(case: dict[str, Any]) -> None:
    page = read_page((FIXTURES / case["file"]).read_bytes(), case["url"], case["headers"])
    assert (page.wall == "missing") is case["expected"]["soft404"]


@pytest.mark.parametrize(
    "text",
    [
        "您访问的页面不存在或已被删除，3秒后返回首页",
        "该文章已被删除",
        "对不起，您要查看的内容未找到",
        "抱歉，找不到您请求的网页",
        "指定的主题不存在或已被删除或正在被审核",
        "您查找的商品已下线",
        "404 Not Found\n\nnginx",
        "404",
        "Error 404",
        "404 - 页面找不到了",
        "Page not found",
        "The page you are looking for could not be found.",
        "This article no longer exists.",
        "The content you requested doesn’t exist",
    ],
)
def test_what_is_missing(text: str) -> None:
    assert wall_of("提示信息", [text]) == "missing"


@pytest.mark.parametrize(
    "text",
    [
        "请先登录后再浏览",
        "请登录",
        "登录后才能查看此内容",
        "登录后可查看全部回复",
        "您尚未登录",
        "您还没有登录，无法进行此操作",
        "您没有权限访问该版块",
        "Please sign in to continue",
        "You must be logged in to view this page.",
        "Login required",
    ],
)
def test_what_wants_a_login(text: str) -> None:
    assert wall_of("提示信息", [text]) == "login"


@pytest.mark.parametrize(
    "text",
    [
        "绿茶的采摘从清明开始",
        "没有找到比这更好的绿茶",
        "茶树不存在于北方",
        "房间号404",
        "1404 年，永乐二年，茶马互市",
        "已删除重复的茶名",
        "今天我登录了茶网",
        "登录 注册",
        "The tea was not found in Britain before 1650.",
        "",
    ],
)
def test_what_is_a_page(text: str) -> None:
    assert wall_of("绿茶", [text]) == ""


def test_the_title_says_it_too() -> None:
    assert wall_of("404 页面不存在", ["返回"]) == "missing"


def test_a_page_that_says_more_is_a_page() -> None:
    told = "页面不存在"
    assert wall_of("", [told + "茶" * (MAX_CHARS - len(told))]) == "missing"
    assert wall_of("", [told + "茶" * (MAX_CHARS - len(told) + 1)]) == ""


def test_navigation_around_it_does_not_hide_it(read: Callable[..., Page]) -> None:
    links = "".join(f"<li><a href={n}>绿茶的第{n}种做法和它的历史</a>" for n in range(40))
    footer = f"<footer>{'茶' * 70}</footer>"
    assert read(f"<title>提示</title><ul>{links}</ul><div>您访问的页面不存在</div>{footer}").wall == "missing"
    assert read(f"<title>提示</title><ul>{links}</ul><div>绿茶</div>").wall == ""
