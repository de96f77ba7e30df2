"""Pages that tell again what another told: stored once, the copies remembered."""

from __future__ import annotations

import random
import sqlite3

TEXT = [
    "".join(random.Random(number).choices([chr(code) for code in range(0x4E00, 0x5600)], k=30)) for number in range(30)
]


def page(title, sentences, *links, published=""):
    anchors = "".join(f"<p>也请看<a href='{link}'>绿茶</a>的另一页。" for link in links)
    body = (
        f"<title>{title}</title><p>发布时间：{published}<article><p>{'。'.join(sentences)}茶叶</p>{anchors}</article>"
    )
    return f"<html lang=zh><meta charset=utf-8>{body}"


def test_copies_are_remembered_and_not_stored(site, crawls):
    site.pages = {
        "http://a.test/1": page("茶叶", TEXT, "http://a.test/again", "http://b.test/1", published="2024-05-02 08:00"),
        "http://a.test/again": page("茶叶", ["再说一次", *TEXT]),
        "http://b.test/1": page("转载", ["别的话", *TEXT[2:]], "http://b.test/own", published="2024-05-01 08:00"),
        "http://b.test/own": page("红茶", TEXT[:1] * 3),
    }
    code, _, log = crawls.run(
        "TOPIC_TEXT_FILES=chinese", env={"http_proxy": site.url}, seeds="http://a.test/1", max_pages="9"
    )
    assert code == 0, log
    assert crawls.rows() == ["http://a.test/1", "http://b.test/own"]
    assert {line[5]: line[3] for line in crawls.visited()} == {
        "http://a.test/1": "stored",
        "http://a.test/again": "near_duplicate",
        "http://b.test/1": "near_duplicate",
        "http://b.test/own": "stored",
    }
    with sqlite3.connect(crawls.output / "pages.sqlite3") as db:
        copies = db.execute("SELECT url, page_url, is_near, title, published_at FROM copies ORDER BY url").fetchall()
    db.close()
    assert copies == [
        ("http://a.test/again", "http://a.test/1", 1, "茶叶", None),
        ("http://b.test/1", "http://a.test/1", 1, "转载", "2024-05-01 00:00:00.000000+00:00"),
    ]
    (published, language, simhash) = crawls.rows("published_at, language, simhash")[0]
    assert (published, language) == ("2024-05-02 00:00:00.000000+00:00", "zh")
    assert simhash is not None
    texts = [file.read_text("utf-8") for file in (crawls.output / "text").rglob("*.txt")]
    assert len(texts) == 2
    assert any(TEXT[0] in text and TEXT[29] in text for text in texts)
