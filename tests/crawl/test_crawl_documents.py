"""PDF and Word files that relevant pages link to are judged and stored like pages."""

from __future__ import annotations

from support.crawls import article
from support.documents import pdf, word

PDF, WORD = {"Content-Type": "application/pdf"}, {"Content-Type": "application/octet-stream"}


def fill(site):
    site.pages = {
        "/": article("茶叶", "绿茶与茶叶", "/tea.pdf", "/tea.docx", "/tea.jpg", "/broken.pdf", "/ball"),
        "/ball": article("足球", "射门", "/ball.pdf"),
        "/tea.pdf": (200, PDF, pdf("绿茶的采摘\n茶叶", title="论茶叶")),
        "/tea.docx": (200, WORD, word("茶叶的加工", title="绿茶经")),
        "/tea.jpg": (200, {"Content-Type": "image/jpeg"}, b"\xff\xd8\xff"),
        "/broken.pdf": (200, PDF, b"%PDF-1.4 and no more"),
        "/ball.pdf": (200, PDF, pdf("足球")),
    }


def test_documents_of_relevant_pages_are_stored(site, crawls):
    fill(site)
    code, _, log = crawls.run(seeds=f"{site.url}/")
    assert code == 0, log
    assert set(site.fetched) == {"/", "/ball", "/tea.pdf", "/tea.docx", "/broken.pdf"}
    rows = {url.removeprefix(site.url): rest for url, *rest in crawls.rows("url, title, relevance > 0.5, html_path")}
    assert rows.keys() == {"/", "/ball", "/tea.pdf", "/tea.docx"}
    assert rows["/tea.pdf"][:2] == ["论茶叶", 1]
    assert rows["/tea.docx"][:2] == ["绿茶经", 1]
    for path in ("/tea.pdf", "/tea.docx"):
        file = crawls.output / "html" / rows[path][2]
        assert file.suffix == path[4:]
        assert file.read_bytes() == site.pages[path][2]
    assert {line[5].removeprefix(site.url): line[3] for line in crawls.visited()}["/broken.pdf"] == "not_html"


def test_documents_can_be_off(site, crawls):
    fill(site)
    code, _, log = crawls.run("TOPIC_DOCUMENTS=false", seeds=f"{site.url}/")
    assert code == 0, log
    assert set(site.fetched) == {"/", "/ball"}
