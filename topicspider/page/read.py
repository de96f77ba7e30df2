"""Reading a page: bytes in, an immutable ``Page`` out. Pure; the page is decoded and parsed once."""

from __future__ import annotations

import codecs
import re
from datetime import UTC, datetime
from hashlib import md5
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from topicspider.page.about import read_about
from topicspider.page.blocks import BlockWalker
from topicspider.page.depth import shallow
from topicspider.page.encoding import decode, utf16_by_tag
from topicspider.page.head import read_head
from topicspider.page.linkblocks import block_numbers
from topicspider.page.maintext import MAX_LINK_DENSITY, all_text, main_text
from topicspider.page.page import Link, Page
from topicspider.page.regions import boilerplate_boxes, main_box
from topicspider.page.subjects import read_subjects
from topicspider.page.urls import resolve
from topicspider.page.walls import wall_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topicspider.page.blocks import Block, RawLink
    from topicspider.page.head import Head
    from topicspider.page.page import LinkBlock

_HTML_START_RE = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|table|h1)\b", re.IGNORECASE)
_HTML_TYPES = ("text/html", "application/xhtml+xml")
_MAYBE_TYPES = ("", "text/plain", "application/xml", "text/xml", "application/octet-stream")
_UTF16_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# How pictures, documents, archives, programs, sounds, films and fonts begin.
_BINARY_STARTS = (
    *(
        b"\x89PNG",
        b"GIF8",
        b"\xff\xd8\xff",
        b"RIFF",
        b"%PDF-",
        b"\xd0\xcf\x11\xe0",
        b"PK\x03\x04",
        b"\x1f\x8b",
        b"Rar!",
    ),
    *(b"7z\xbc\xaf", b"\x7fELF", b"ID3\x03", b"ID3\x04", b"\xff\xfb", b"\xff\xf3", b"OggS", b"wOFF", b"wOF2"),
)
MIN_HUB_LINKS = 10
_NUMBER_RE = re.compile(r"\d+")
_NOT_IN_TEXT = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})
"""Control characters; 27 in 256 random bytes are."""
_MAX_NOT_IN_TEXT = 1 / 32


def read_page(body: bytes, url: str, headers: Mapping[str, str] | None = None, *, now: datetime | None = None) -> Page:
    """Read the HTML *body* that came from *url* with the response *headers*.

    A date of publication after *now*, by default the present, is none.
    """
    lower = {name.lower(): value for name, value in (headers or {}).items()}
    decoded = decode(body, lower.get("content-type", ""))
    tree = LexborHTMLParser(shallow(decoded.text))
    head = read_head(tree, url, lower)
    walker = BlockWalker()
    if root := tree.body or tree.css_first("frameset"):
        walker.walk(root)
    blocks, boxes = walker.blocks, walker.boxes
    boilerplate = boilerplate_boxes(blocks, boxes)
    main = main_text(blocks, main_box(blocks, boxes, boilerplate), boilerplate, head.title)
    links, link_blocks = _links(walker, boilerplate, main or head.title, url, head, decoded.charset)
    is_hub = main is None and len(links) >= MIN_HUB_LINKS
    text = all_text(blocks, boilerplate, with_links=is_hub) if main is None else main
    content = "".join(text.split())
    about = read_about(
        tree,
        head.named,
        [block.text for block in blocks],
        url,
        title=head.title,
        h1=walker.h1,
        charset=decoded.charset,
        now=now or datetime.now(UTC),
    )
    return Page(
        url=url,
        charset=decoded.charset,
        charset_source=decoded.source,
        title=about.title,
        text=text,
        links=tuple(links),
        link_blocks=link_blocks,
        is_hub=is_hub,
        canonical=head.canonical,
        noindex=head.noindex,
        nofollow=head.nofollow,
        content_md5=_content_md5(content, body),
        frame_md5=_content_md5(_NUMBER_RE.sub("0", content), body),
        subjects=read_subjects(head.subjects, [] if is_hub else links),  # a list names what others are about
        language=about.language,
        site_name=about.site_name,
        author=about.author,
        published_at=about.published_at,
        wall=wall_of(head.title, _outside_links(blocks, boilerplate)),
        has_main_text=main is not None,
    )


def is_html(body: bytes, content_type: str) -> bool:
    """Say whether a response is a page: by its type, unless its bytes say otherwise."""
    mime = content_type.partition(";")[0].strip().lower()
    start = body[:1024]
    if not (start.startswith(_UTF16_BOMS) or utf16_by_tag(start)) and _is_binary(start):
        return False
    if mime in _HTML_TYPES:
        return True
    return mime in _MAYBE_TYPES and _HTML_START_RE.search(start) is not None


def _is_binary(start: bytes) -> bool:
    strange = len(start) - len(start.translate(None, _NOT_IN_TEXT))
    return start.startswith(_BINARY_STARTS) or start[4:8] == b"ftyp" or strange > _MAX_NOT_IN_TEXT * len(start)


def content_md5(text: str, body: bytes) -> str | None:
    """Return what names the content: equal texts are equal, whatever their charset or white space.

    Where bytes could not be decoded the text says too little, and the bytes themselves are hashed.
    """
    return _content_md5("".join(text.split()), body)


def _content_md5(content: str, body: bytes) -> str | None:
    if not content:
        return None
    return md5(body if "\ufffd" in content else content.encode("utf-8", "surrogatepass")).hexdigest()


def _links(
    walker: BlockWalker, boilerplate: Sequence[bool], main_text: str, url: str, head: Head, charset: str
) -> tuple[list[Link], tuple[LinkBlock, ...]]:
    """Return the links of the page, a redirect in its head first, and the lists in which they stand."""
    raw_links = list(_resolved(walker.links, url, head.base, charset))
    link_blocks, numbers = block_numbers(raw_links, walker.blocks, walker.boxes, boilerplate, main_text, url)
    links = [
        Link(target, raw.anchor, raw.context, raw.nofollow, boilerplate[raw.box], number)
        for (raw, target), number in zip(raw_links, numbers, strict=True)
    ]
    if head.refresh and (target := resolve(head.refresh, head.base, charset)) and target != url:
        links.insert(0, Link(target, ""))
    return links, link_blocks


def _outside_links(blocks: Sequence[Block], boilerplate: Sequence[bool]) -> Iterator[str]:
    for block in blocks:
        if not boilerplate[block.box] and block.link_density <= MAX_LINK_DENSITY:
            yield block.text


def _resolved(raw_links: Iterable[RawLink], page_url: str, base: str, charset: str) -> Iterator[tuple[RawLink, str]]:
    for raw in raw_links:
        if base == page_url and raw.href.lstrip().startswith("#"):
            continue
        url = resolve(raw.href, base, charset)
        if url is not None:
            yield raw, url
