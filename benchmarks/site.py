"""A site to measure on: pages of about 30 KB of Chinese text with 40 links, served by a process of its own.

    python benchmarks/site.py PORT

Words are drawn by their frequency in jieba's dictionary; about half of the pages mention words of the topic.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from functools import lru_cache
from importlib.resources import files

PAGES = 20_000
LINKS = 40
PARAGRAPHS = 62
VOCABULARY = 900
KEYWORDS = ("人工智能", "机器学习", "神经网络", "深度学习", "计算机视觉", "算法")


class Site:
    """``page(n)`` is always the same page n."""

    def __init__(self, texts: int = 60, anchors: int = 2000) -> None:
        rng = random.Random(1)
        lines = (files("jieba") / "dict.txt").read_text(encoding="utf-8").splitlines()
        self._words, counts = zip(*((word, int(count)) for word, count, _ in map(str.split, lines)), strict=True)
        self._weights = list(itertools.accumulate(counts))
        self._texts = [self._text(rng, about=n % 2 == 0) for n in range(texts)]
        self._anchors = [self._sentence(rng, 4) for _ in range(anchors)]
        self._anchors += [f"{keyword}{self._sentence(rng, 2)}" for keyword in KEYWORDS for _ in range(40)]

    def _draw(self, rng: random.Random, words: int) -> list[str]:
        return rng.choices(self._words, cum_weights=self._weights, k=words)

    def _sentence(self, rng: random.Random, words: int) -> str:
        return "".join(self._draw(rng, words))

    def _text(self, rng: random.Random, *, about: bool) -> str:
        """Paragraphs over a vocabulary of their own, as an article has: one token in six is a new word."""
        vocabulary = self._draw(rng, VOCABULARY) + list(KEYWORDS if about else ())
        paragraphs = ["，".join("".join(rng.choices(vocabulary, k=9)) for _ in range(8)) for _ in range(PARAGRAPHS)]
        return "".join(f"<p>{paragraph}。</p>\n" for paragraph in paragraphs)

    @lru_cache(maxsize=4096)  # noqa: B019 -- there is one site
    def page(self, number: int) -> bytes:
        rng = random.Random(number)
        links = "".join(
            f'<li><a href="/p/{rng.randrange(PAGES)}.html">{rng.choice(self._anchors)}</a></li>\n' for _ in range(LINKS)
        )
        title = rng.choice(self._anchors)
        return (
            f'<!DOCTYPE html>\n<html lang="zh"><head><meta charset="utf-8"><title>{title}</title></head>\n<body>'
            f'<div class="list"><ul>\n{links}</ul></div>\n<div class="main"><h1>{title}</h1>\n'
            # the number makes each text a content of its own
            f"<p>第{number}页</p>{rng.choice(self._texts)}</div></body></html>"
        ).encode()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1]
                self._answer(writer, path)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def _answer(self, writer: asyncio.StreamWriter, path: bytes) -> None:
        if path == b"/robots.txt":
            body, kind = b"User-agent: *\nDisallow:\n", b"text/plain"
        else:
            number = path.rpartition(b"/")[2].partition(b".")[0]
            body, kind = self.page(int(number or 0)), b"text/html; charset=utf-8"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(body))
        writer.write(head + body)


async def main(port: int) -> None:
    server = await asyncio.start_server(Site().serve, "127.0.0.1", port)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
