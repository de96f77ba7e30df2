"""``decode``: the charset a page really has, and which rule said so."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

import pytest

from topicspider.page import read_page
from topicspider.page.encoding import charset_of, decode

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "charset_manifest.json").read_text("utf-8"))["cases"]
NOT_PROMISED = {
    "CS07",  # GBK under the header ISO-8859-1, which fits any bytes
    "CS42",  # UTF-16 without a byte order mark
}
H1_TITLES = {"CS44": "空标题回退"}
"""Where the element is empty, the first heading is the title."""

TEA = "<title>绿茶</title><p>绿茶的采摘与杀青，是春天的事。"


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"] not in NOT_PROMISED], ids=lambda case: case["id"]
)
def test_recorded_pages_are_read_right(case: dict[str, Any]) -> None:
    body = (FIXTURES / case["file"]).read_bytes()
    text, charset, _ = decode(body, case["content_type"])
    page = read_page(body, "http://e.example/", {"Content-Type": case["content_type"]})
    assert case["expected_charsets"] is None or charset in case["expected_charsets"]
    assert page.charset == charset
    assert page.title == H1_TITLES.get(case["id"], case["expected_title"])
    assert [word for word in case["must_contain"] if word not in text or word not in page.text] == []
    assert [word for word in case["must_not_contain"] if word in text] == []
    assert text.count("\ufffd") <= case["max_replacement_chars"]


@pytest.mark.parametrize(
    ("body", "content_type", "charset", "source"),
    [
        (codecs.BOM_UTF8 + TEA.encode(), "text/html; charset=gbk", "utf-8", "bom"),
        (codecs.BOM_UTF16_LE + TEA.encode("utf-16-le"), "text/html; charset=gbk", "utf-16-le", "bom"),
        (codecs.BOM_UTF16_BE + TEA.encode("utf-16-be"), "", "utf-16-be", "bom"),
        (TEA.encode("gbk"), 'text/html; charset="GBK"', "gb18030", "header"),
        (b"<meta charset=big5>" + TEA.encode("gbk"), "text/html; charset=gbk", "gb18030", "header"),
        (b"<meta charset=gb2312>" + TEA.encode("gbk"), "text/html; charset=utf-8", "gb18030", "meta"),  # header lies
        (b"<?xml version='1.0' encoding='gbk'?>" + TEA.encode("gbk"), "", "gb18030", "xml"),
        (b"<meta charset=utf-16>" + TEA.encode(), "", "utf-8", "meta"),  # what could be read is no UTF-16
        (b"<meta charset=nobody-knows>" + TEA.encode("gbk"), "", "gb18030", "detected"),
        (b"<!-- <meta charset=big5> -->" + TEA.encode("gbk"), "", "gb18030", "detected"),
        (TEA.encode(), "text/html", "utf-8", "detected"),
        (b"plain", "", "utf-8", "detected"),
        (b"", "", "utf-8", "detected"),
        (b"<meta charset=gbk>" + TEA.encode("gbk") + b"\xff\xff", "", "gb18030", "meta"),
        (TEA.encode("gbk") + b"\xff\xff", "", "gb18030", "fallback"),
    ],
)
def test_which_rule_wins(body: bytes, content_type: str, charset: str, source: str) -> None:
    assert decode(body, content_type)[1:] == (charset, source)


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5hkscs"])
def test_undeclared_chinese_is_told_by_its_characters(charset: str) -> None:
    text = "<p>綠茶的採摘與殺青，是春天的事。" if charset == "big5hkscs" else TEA
    assert decode(text.encode(charset)) == (text, charset, "detected")


def test_the_byte_order_mark_is_no_text() -> None:
    assert decode(codecs.BOM_UTF8 + "茶".encode()).text == "茶"


@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
def test_a_character_that_was_cut_off_at_the_end_changes_nothing(charset: str) -> None:
    decoded = decode(TEA.encode(charset) + "茶".encode(charset)[:-1], f"text/html; charset={charset}")
    assert decoded.text.rstrip("\ufffd") == TEA
    assert decoded.source == "header"


def test_bad_bytes_are_replaced_where_they_stand() -> None:
    body = b"<meta charset=utf-8>" + TEA.encode() + b"<b>\xff</b>" + TEA.encode()
    assert decode(body).text == f"<meta charset=utf-8>{TEA}<b>\ufffd</b>{TEA}"


@pytest.mark.parametrize(
    ("label", "charset"),
    [
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("x-gbk", None),
        ("cp936", "gb18030"),
        ("Big5", "big5hkscs"),
        ("UTF8", "utf-8"),
        (" utf-8 ", "utf-8"),
        ("iso-8859-1", "cp1252"),
        ("us-ascii", "cp1252"),
        ("shift_jis", "cp932"),
        ("euc-kr", "cp949"),
        ("utf-16", "utf-8"),
        ("nobody-knows", None),
        ("", None),
    ],
)
def test_what_a_label_is_read_as(label: str, charset: str | None) -> None:
    assert charset_of(label) == charset
