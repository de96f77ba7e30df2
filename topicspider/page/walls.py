"""Pages that are none, whatever their HTTP status: "not found", and "log in first"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CHARS = 200
"""A page that says more is about something, perhaps about such pages."""
_WHAT = r"(?:页面?|网页|文章|内容|帖子|主题|信息|文件|栏目|商品|链接|网址|地址|资源)"
_MISSING_RE = re.compile(
    rf"{_WHAT}\w{{0,6}}(?:不存在|已?被?(?:删除|移除)|已(?:经)?(?:下线|失效|关闭)|未找到|(?:找|查|搜索)不到|没有找到)"
    rf"|(?:找不到|没有找到|未找到|无法找到|不存在)\w{{0,8}}{_WHAT}"
    r"|\b404\b.{0,20}(?:not found|错误|页面|找不到|不存在)|(?:错误|error)\W{0,3}404\b|^\W*404\W*$"
    r"|\b(?:page|file|article|content|resource)\b.{0,60}(?:not found|(?:cannot|could not|can[’']t|couldn[’']t) be found"
    r"|does(?: not|n[’']t) exist|no longer (?:exists|available))",
    re.IGNORECASE | re.MULTILINE,
)
_LOGIN_RE = re.compile(
    r"请先?(?:登[录陆]|登入)|登[录陆](?:之?后|才)(?:才?能|即可|可以?|方可)?\w{0,4}(?:查看|浏览|访问|阅读|继续|操作)|需要登[录陆]"
    r"|(?:还没有|尚未|没有|未)登[录陆]|没有权限(?:查看|浏览|访问)|无权(?:限)?(?:查看|浏览|访问)"
    r"|(?:please|must|have to|need to)\b.{0,20}\b(?:log|sign|logged|signed) ?in\b"
    r"|(?:log|sign) ?in to (?:continue|view|read)|login required",
    re.IGNORECASE,
)


def wall_of(title: str, texts: Iterable[str]) -> str:
    """Return ``missing`` or ``login`` for a page of *title* whose lines outside links, *texts*, say that and no more.

    ``""`` for all others: an article about such pages is longer.
    """
    text = "\n".join(texts)
    if len(text) > MAX_CHARS:
        return ""
    told = f"{title}\n{text}"
    if _MISSING_RE.search(told):
        return "missing"
    return "login" if _LOGIN_RE.search(told) else ""
