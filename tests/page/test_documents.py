"""PDF and Word files as pages."""

from __future__ import annotations

import io
import zipfile
from hashlib import md5

import pytest
from support.documents import pdf, word

from topicspider.page import Page, read_document
from topicspider.page.endings import ending_of

URL = "http://e.example/paper.pdf"


def read(body: bytes, max_pages: int = 50) -> Page | None:
    return read_document(body, URL, max_pages=max_pages)


def test_a_pdf_file_has_title_and_text() -> None:
    page = read(pdf("绿茶的采摘\n与加工", "Second page", title="论绿茶"))
    assert page is not None
    assert (page.title, page.text) == ("论绿茶", "绿茶的采摘与加工\n\nSecond page")
    assert (page.media, page.charset, page.charset_source, page.links) == ("pdf", "", "pdf", ())
    assert page.content_md5 == md5("绿茶的采摘与加工Secondpage".encode()).hexdigest()


def test_without_a_title_the_first_line_is_it() -> None:
    page = read(pdf("Green tea\nHow it is made"))
    assert page is not None
    assert page.title == "Green tea"


def test_only_so_many_pages_are_read() -> None:
    page = read(pdf("one", "two", "three"), max_pages=2)
    assert page is not None
    assert page.text == "one\n\ntwo"


def test_a_word_file_has_paragraphs_and_tables_in_order() -> None:
    page = read(word("绿茶", "", "采摘于清明之前。", title="茶经", table=(("品种", "产地"), ("龙井", "杭州"))))
    assert page is not None
    assert page.title == "茶经"
    assert page.text == "绿茶\n\n采摘于清明之前。\n\n品种 产地\n\n龙井 杭州"
    assert page.media == "docx"


def archive(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"plain text",
        b"%PDF-1.7",
        pdf("text")[:200],
        pdf(""),
        archive(readme=b"no Word file"),
        word("text")[:500],
        archive(bomb=b"\0" * 101 * 1024 * 1024),
        b"PK\x03\x04",
    ],
    ids=["nothing", "text", "head", "cut", "scan", "zip", "cut word", "bomb", "magic"],
)
def test_what_cannot_be_read_is_no_page(body: bytes) -> None:
    assert read(body) is None


@pytest.mark.parametrize(
    ("url", "ending"),
    [
        ("http://e.example/a.pdf", "pdf"),
        ("http://e.example/a.DOCX", "docx"),
        ("http://e.example/a/photo.JPG", "jpg"),
        ("http://e.example/a.tar.gz", "gz"),
        ("http://e.example/a.html", ""),
        ("http://e.example/a.php", ""),
        ("http://e.example/download.pdf?id=1", ""),
        ("http://e.example/view?file=a.pdf", ""),
        ("http://mp3.example", ""),
        ("http://e.zip/", ""),
        ("http://e.example/v1.2", ""),
        ("http://e.example/pdf", ""),
    ],
)
def test_what_an_ending_says(url: str, ending: str) -> None:
    assert ending_of(url) == ending
