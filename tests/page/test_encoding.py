"""``decode``: the charset a page really has, and which rule said so."""

from __future__ import annotations

import codecs
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from topicspider.page import read_page
from topicspider.page.arbiter import rival_of
from topicspider.page.encoding import charset_of, decode

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "charset_manifest.json").read_text("utf-8"))["cases"]
H1_TITLES = {"CS44": "空标题回退"}
"""Where the element is empty, the first heading is the title."""

TEA = "<title>绿茶</title><p>绿茶的采摘与杀青，是春天的事。"
TRADITIONAL_TEA = "<title>綠茶</title><p>綠茶的採摘與殺青，是春天的事，採了就要趕快炒。"
SCHOOL = "<p>北京大学的学生在图书馆里看书"
"""Its bytes in GBK are Big5 without error."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
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
        (TEA.encode("gbk") + b"\xff\xff", "", "gb18030", "detected"),
        (b"<p>caf\xe9 \xff", "", "gb18030", "fallback"),
        (b"<meta charset=nobody-knows><meta charset=gbk>" + TEA.encode("gbk"), "", "gb18030", "meta"),
        (b"<!--><meta charset=gbk>" + TEA.encode("gbk"), "", "gb18030", "meta"),  # an empty comment
        (b"<!-- <meta charset=big5>" + TEA.encode("gbk"), "", "gb18030", "detected"),  # one without an end
    ],
)
def test_which_rule_wins(body: bytes, content_type: str, charset: str, source: str) -> None:
    assert decode(body, content_type)[1:] == (charset, source)


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5hkscs"])
def test_undeclared_chinese_is_told_by_its_characters(charset: str) -> None:
    text = "<p>綠茶的採摘與殺青，是春天的事。" if charset == "big5hkscs" else TEA
    assert decode(text.encode(charset)) == (text, charset, "detected")


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5hkscs"])
def test_latin_1_is_a_default_and_says_nothing_of_chinese(charset: str) -> None:
    text = "<p>綠茶的採摘與殺青，是春天的事。" if charset == "big5hkscs" else TEA
    for body, content_type in (
        (text.encode(charset), "text/html; charset=ISO-8859-1"),
        (b"<meta charset=windows-1252>" + text.encode(charset), ""),
    ):
        assert decode(body, content_type)[1:] == (charset, "detected")


@pytest.mark.parametrize("text", ["Café à Zürich – 10 €", "<a href='?q=&eacute;'>"])
def test_latin_1_holds_for_what_is_not_chinese(text: str) -> None:
    assert decode(text.encode("cp1252"), "text/html; charset=latin1") == (text, "cp1252", "header")


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("label", ["", "utf-16", "utf-16le", "utf-16be", "gbk"])
def test_utf_16_shows_itself_by_its_first_tag(charset: str, label: str) -> None:
    text = f"\n {TEA}"
    assert decode(text.encode(charset), f"text/html; charset={label}") == (text, charset, "detected")


@pytest.mark.parametrize("declared", ["gb2312", "gbk", "gb18030"])
def test_big5_that_is_declared_as_gbk_is_told_by_its_characters(declared: str) -> None:
    text = f"<meta charset={declared}>{TRADITIONAL_TEA}"
    body = text.encode("big5")
    assert body.decode("gb18030") != text  # without error
    assert decode(body) == (text, "big5hkscs", "detected")
    assert decode(body, "text/html; charset=big5") == (text, "big5hkscs", "header")


def test_gbk_that_is_declared_as_big5_is_told_by_its_characters() -> None:
    body = SCHOOL.encode("gbk")
    assert body.decode("big5hkscs") != SCHOOL  # without error
    assert decode(body, "text/html; charset=big5") == (SCHOOL, "gb18030", "detected")


def test_the_declaration_that_was_right_is_named_as_the_source() -> None:
    body = b"<meta charset=big5>" + TRADITIONAL_TEA.encode("big5")
    assert decode(body, "text/html; charset=gbk")[1:] == ("big5hkscs", "meta")


@pytest.mark.parametrize(
    "text",
    [
        TRADITIONAL_TEA,
        "これは日本語のテキストです。カタカナもあります。",
        "Страница магазина чая на русском языке",
        "㈠㈡㈢①②③ ┌─┬─┐ │★☆│",
        "龘靐齉龍鱻麤魚虪",
        "plain",
    ],
)
def test_what_is_rare_in_gbk_is_still_gbk_when_declared(text: str) -> None:
    assert decode(text.encode("gb18030"), "text/html; charset=gbk") == (text, "gb18030", "header")


@pytest.mark.parametrize("text", ["喺嘅咗嚟啲佢哋唔係冇", "ㄅㄆㄇㄈ", "龍鱻麤魚"])
def test_what_is_rare_in_big5_is_still_big5_when_declared(text: str) -> None:
    assert decode(text.encode("big5hkscs"), "text/html; charset=big5") == (text, "big5hkscs", "header")


def test_a_few_characters_do_not_overrule_their_declaration() -> None:
    octets = "綠茶".encode("big5")
    assert decode(octets, "text/html; charset=gbk") == (octets.decode("gb18030"), "gb18030", "header")


def test_private_use_speaks_against_a_charset() -> None:
    octets = "花金長建思看美食風校海草".encode("big5")
    assert {unicodedata.category(char) for char in octets.decode("gb18030")} == {"Co"}
    assert rival_of("gb18030", octets) == "big5hkscs"
    assert rival_of("big5hkscs", octets) is None


def test_only_the_two_chinese_charsets_are_rivals() -> None:
    assert rival_of("cp932", SCHOOL.encode("gbk")) is None


@pytest.mark.parametrize("declared", ["gb2312", "big5", "windows-1251", "euc-kr"])
def test_chinese_that_is_good_utf_8_is_utf_8(declared: str) -> None:
    body = "绿茶" * 3  # six bytes each time, which are three characters of GBK
    assert decode(body.encode(), f"text/html; charset={declared}") == (body, "utf-8", "detected")


def test_two_byte_utf_8_may_be_an_accident() -> None:
    octets = "一些".encode("gbk")
    assert octets.decode("utf-8") == "һЩ"
    assert decode(octets, "text/html; charset=gbk") == ("一些", "gb18030", "header")
    assert decode(octets) == ("һЩ", "utf-8", "detected")


@pytest.mark.parametrize(
    "before", [b"<body>", b"<script>" + b"x" * 40_000 + b"</script>", b"<!-- <meta charset=koi8-r> -->"]
)
def test_a_declaration_counts_wherever_it_stands(before: bytes) -> None:
    body = before + b"<meta charset=windows-1251>" + "Чай".encode("cp1251")
    assert decode(body)[1:] == ("cp1251", "meta")
    assert decode(body).text.endswith("Чай")


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
    ("charset", "text"),
    [("utf-8", TEA), ("gbk", TEA), ("euc-kr", "<p>가나다라마바사</p>"), ("euc-jp", "<p>日本語の文章</p>")],
)
def test_bad_bytes_do_not_make_another_charset(charset: str, text: str) -> None:
    body = text.encode(charset) + b"<p>\xff</p>"
    decoded = decode(body, f"text/html; charset={charset}")
    assert decoded == (text + "<p>\ufffd</p>", charset_of(charset), "header")


def test_one_bad_byte_in_a_short_page() -> None:
    body = b"<meta charset=utf-8><p>" + "茶".encode() + b"\xfe</p>"
    assert decode(body) == ("<meta charset=utf-8><p>茶\ufffd</p>", "utf-8", "meta")


@pytest.mark.parametrize("label", ["", "utf-8", "gbk"])
def test_utf_8_with_bad_bytes_is_utf_8(label: str) -> None:
    body = TEA.encode() * 10 + b"<p>\xff\xfe</p>"
    assert decode(body, f"text/html; charset={label}")[:2] == (TEA * 10 + "<p>\ufffd\ufffd</p>", "utf-8")


@pytest.mark.parametrize("charset", ["gb18030", "big5hkscs"])
def test_chinese_declared_as_utf_8_is_read_right_even_with_a_bad_byte(charset: str) -> None:
    text = "<p>綠茶的採摘與殺青，是春天的事。</p>" if charset == "big5hkscs" else TEA
    for bad, read in ((b"", ""), (b"<p>\xff</p>", "<p>\ufffd</p>")):
        body = b"<meta charset=utf-8>" + text.encode(charset) + bad
        assert decode(body) == (f"<meta charset=utf-8>{text}{read}", charset, "detected")


@pytest.mark.parametrize(
    ("octets", "text"),
    [
        (b"5 \x80 \xb2\xe8", "5 € 茶"),
        (b"\xb2\xe8\x80", "茶€"),
        (b"\x80\x80", "€€"),
        (b"\x81\x80", "亐"),  # the second half of a character
        (b"\x810\x810", "\x80"),
        (b"\xa2\xe3", "€"),
        (b"\x80 \xff \xb2\xe8", "€ \ufffd 茶"),
    ],
)
def test_the_byte_80_of_gbk_is_the_euro_sign(octets: bytes, text: str) -> None:
    assert decode(octets, "text/html; charset=gbk") == (text, "gb18030", "header")


@pytest.mark.parametrize(
    ("octets", "text"),
    [
        (b"\x80", "€"),
        (b"\x80 5", "€ 5"),
        (b"\x80\xff", "€\ufffd"),
        (b"\xff<br>", "\ufffd<br>"),
        (b"\x80\xb2\xe8", "€茶"),
    ],
)
def test_a_page_full_of_euro_signs_and_bad_bytes(octets: bytes, text: str) -> None:
    times = 10_000
    assert decode(octets * times, "text/html; charset=gbk")[:2] == (text * times, "gb18030")


@pytest.mark.parametrize(
    ("errors", "octets", "handled"),
    [
        ("topicspider.euro-strict", b"\x80\x80 5 \x80\xff", ("€€ 5 €", 6)),
        ("topicspider.euro-replace", b"\x80\x80 5 \xff\xb2\xe8", ("€€ 5 \ufffd", 6)),
    ],
)
def test_what_needs_no_decoder_is_handled_in_one_call(errors: str, octets: bytes, handled: tuple[str, int]) -> None:
    error = UnicodeDecodeError("gb18030", octets, 0, 1, "illegal multibyte sequence")
    assert codecs.lookup_error(errors)(error) == handled


@pytest.mark.parametrize(
    "head",
    [
        b"<!--" * 4096,
        b"<meta " * 2700,
        b"<meta charset=" + b" " * 16000,
        b"<meta " + b"charset= " * 1800,
        b"<?xml " + b"encoding " * 1800,
        b" " * 16384,
    ],
)
def test_a_head_that_declares_nothing_at_length(head: bytes) -> None:
    assert decode(head + TEA.encode("gbk"), "charset=" + " " * 10000)[1:] == ("gb18030", "detected")


@pytest.mark.parametrize("declaration", ["text/html; charset=gbk;", "charset = 'GBK'; x=y", 'charset="gb-2312";'])
def test_what_stands_around_a_label_is_no_part_of_it(declaration: str) -> None:
    assert decode(TEA.encode("gbk"), declaration) == (TEA, "gb18030", "header")
    meta = f'<meta http-equiv=content-type content="{declaration}">'.replace('="gb-2312"', "=gb-2312")
    assert decode(meta.encode() + TEA.encode("gbk")) == (meta + TEA, "gb18030", "meta")


@pytest.mark.parametrize(
    "label",
    [
        *("rot13", "hex", "base64", "zlib", "bz2", "uu", "quopri", "undefined", "unicode_escape", "raw_unicode_escape"),
        *("idna", "punycode", "utf-7", "utf-32", "cp037", "johab", "hz", "mbcs", "茶"),
    ],
)
def test_what_browsers_do_not_know_is_no_charset(label: str) -> None:
    assert charset_of(label) is None
    body = f"<meta charset={label}>{TEA}".encode()
    assert decode(body, f"text/html; charset={label}") == (body.decode(), "utf-8", "detected")


@pytest.mark.parametrize(
    ("label", "charset"),
    [
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("x-gbk", "gb18030"),
        ("GB_2312-80", "gb18030"),
        ("cn-big5", "big5hkscs"),
        ("x-sjis", "cp932"),
        ("windows-1251", "cp1251"),
        ("iso-8859-9", "cp1254"),
        ("koi8-r", "koi8-r"),
        ("cp936", "gb18030"),
        ("Big5", "big5hkscs"),
        ("UTF8", "utf-8"),
        ("utf_8", "utf-8"),
        ("utf-8.", "utf-8"),
        ("utf8mb4", "utf-8"),
        ("gb-2312", "gb18030"),
        ("gbk2312", "gb18030"),
        ("gb_18030", "gb18030"),
        ("windows-936", "gb18030"),
        ("big-5", "big5hkscs"),
        ("Big5-HKSCS", "big5hkscs"),
        ("big5_hkscs", "big5hkscs"),
        ("x-x-big5", "big5hkscs"),
        ("windows-31j", "cp932"),
        ("unicode-1-1-utf-8", "utf-8"),
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
