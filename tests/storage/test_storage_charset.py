"""``with_charset``: what a browser reads from the file is what was on the page."""

from __future__ import annotations

import codecs

import pytest

from topicspider.storage.charset import with_charset

GB, BIG5, UTF8 = b'<meta charset="gb18030">', b'<meta charset="big5">', b'<meta charset="utf-8">'
PRAGMA = b'<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=%s">'


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        (b"<head><meta charset=gb2312>", "gb18030"),
        (b"<head><meta charset=gb2312>", "gbk"),
        (b"<head><meta charset='GBK' />", "gb2312"),
        (b"<head><meta charset=x-gbk>", "cp936"),
        (b"<head>" + PRAGMA % b"gb_2312-80", "gb18030"),
        (b"<meta content=\"text/html;charset='big5'\" http-equiv=content-type>", "big5hkscs"),
        (b'<meta content="charset; charset = utf8" http-equiv=content-type>', "utf-8"),
        (b"<meta name=a content='>'><meta charset=utf-8>", "utf-8"),
        (b"<meta charset=cp936><meta charset=gbk>", "gb18030"),  # cp936 is no label of the web
        (b"<meta charset=utf-16><p>", "utf-8"),
        (b"<!--><meta charset=utf-8>-->", "utf-8"),  # the shortest comment there is
        (b'<?xml version="1.0" encoding="GB2312"?><html>', "gb18030"),
        (b"<meta charset=iso-8859-1>", "cp1252"),
        (b"<meta charset=Shift_JIS>", "cp932"),
        (codecs.BOM_UTF8 + b"<head>", "utf-8"),
        (codecs.BOM_UTF8 + b"<head><meta charset=gbk>", "utf-8"),
        (codecs.BOM_UTF16_LE + "<head>".encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + "<head>".encode("utf-16-be"), "utf-16"),
        (b"<head>", "hz"),  # no browser has it
        (b"<head>", "no such charset"),
        (b"<head>", ""),
    ],
)
def test_a_page_that_is_read_right_keeps_its_bytes(body: bytes, charset: str) -> None:
    assert with_charset(body, charset) == body


@pytest.mark.parametrize(
    ("before", "after", "charset", "meta"),
    [
        (b"<!DOCTYPE html><html><head lang='>'>", "<title>绿茶".encode("gbk"), "gb18030", GB),
        (b"<html><HEAD>", "<title>綠茶".encode("big5"), "big5", BIG5),
        (b"<html>", "<body>绿茶".encode("gbk"), "gbk", GB),
        (b"<!doctype html>\n<html lang=zh>", b"<body><header>", "utf-8", UTF8),
        (b"<!doctype html>", b"<p>", "utf-8", UTF8),
        (b"", b"<p>", "utf-8", UTF8),
        (b"", b"", "utf-8", UTF8),
        (b"<html><head>", b"<meta charset=utf-8>", "gb18030", GB),  # it lies: ours comes first
        (b"<html><head>", PRAGMA % b"iso-8859-1", "gb18030", GB),
        (b"<!doctype html>", b"<meta charset=utf-8><html><head>", "gb18030", GB),
        (b"<!-- <head> --><head>", b"<!-- <meta charset=gbk> -->", "gb18030", GB),
        (b"<head>", b"<!-- <meta charset=gbk>", "gb18030", GB),
        (b"<head>", b"<meta name=charset content='charset=gbk'>", "gb18030", GB),
        (b"<head>", b"<meta content='text/html; charset=gbk'>", "gb18030", GB),
        (b"<head>", b"<meta charset=gbk/>", "gb18030", GB),  # the slash belongs to the value
        (b"<head>", b"<meta charset=cp936>", "gb18030", GB),
        (b"<head>", b"<meta charset='gbk", "gb18030", GB),
        (b"<head>", b'<a title="<meta charset=gbk>">', "gb18030", GB),
        (b"<head>", b"<script>" + b" " * 1100 + b"</script><meta charset=gbk>", "gb18030", GB),
        (b"<html>", b"<script>'<head>'</script>", "utf-8", UTF8),
        (b"<!doctype html>", b"<!--" + b" " * 1100 + b"--><html><head>", "utf-8", UTF8),
        (b"<?xml version='1.0' encoding='utf-8'?><html>", b"", "gb18030", GB),
        (b"<head>", b"", "cp1252", b'<meta charset="windows-1252">'),
        (b"<head>", b"", "euc_jp", b'<meta charset="euc-jp">'),
        (b"<head>", b"", "cp949", b'<meta charset="euc-kr">'),
        (b"<head>", b"", "iso8859-2", b'<meta charset="iso-8859-2">'),
    ],
)
def test_the_declaration_comes_first_and_nothing_else_changes(
    before: bytes, after: bytes, charset: str, meta: bytes
) -> None:
    assert with_charset(before + after, charset) == before + meta + after


@pytest.mark.parametrize("charset", ["gb18030", "utf-8", "utf-16-be"])
@pytest.mark.parametrize("filler", [0, 900, 1000, 1018, 1100])
def test_a_file_is_completed_once(charset: str, filler: int) -> None:
    body = b"<!--" + b"-" * filler + b"--><!doctype html><head><meta charset=big5><title>"
    once = with_charset(body, charset)
    assert with_charset(once, charset) == once != body


def test_utf_16_gets_a_byte_order_mark() -> None:
    assert with_charset("<p>茶".encode("utf-16-le"), "utf-16-le") == "\ufeff<p>茶".encode("utf-16-le")
    assert with_charset("<p>茶".encode("utf-16-be"), "utf-16-be") == "\ufeff<p>茶".encode("utf-16-be")
