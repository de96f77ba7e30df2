"""PDF and Word documents, read as pages: title and text, without links."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import closing
from typing import TYPE_CHECKING

from topicspider.page.page import Page
from topicspider.page.read import content_md5

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_UNPACKED = 100 * 1024 * 1024
"""Bytes of a Word file when its archive is unpacked: a small file can hold any number."""
_MAX_TITLE = 200
_SURROGATES_RE = re.compile("[\ud800-\udfff]")


def read_document(body: bytes, url: str, *, max_pages: int) -> Page | None:
    """Read the first *max_pages* pages of a PDF file, or as much text of a Word file; ``None`` for what is neither.

    Also ``None`` for a file that is broken, locked by a password or without text, as scans are.
    """
    if body[:1024].lstrip().startswith(b"%PDF-"):
        found, media = _read_pdf(body, max_pages), "pdf"
    elif body.startswith(b"PK\x03\x04"):
        found, media = _read_docx(body, max_pages), "docx"
    else:
        return None
    if found is None:
        return None
    title, parts = found
    text = "\n\n".join(part for raw in parts if (part := _tidy(raw)))
    if not text:
        return None
    title = _tidy(title)[:_MAX_TITLE] or text.partition("\n")[0][:_MAX_TITLE]
    return Page(url, "", media, title, text, (), content_md5=content_md5(text, body), media=media)


def _read_pdf(body: bytes, max_pages: int) -> tuple[str, list[str]] | None:
    import pypdfium2

    try:
        with closing(pypdfium2.PdfDocument(body)) as pdf:
            title = pdf.get_metadata_dict().get("Title", "")
            return title, [_text_of(pdf[number]) for number in range(min(len(pdf), max_pages))]
    except pypdfium2.PdfiumError:
        return None


def _text_of(page: object) -> str:
    with closing(page), closing(page.get_textpage()) as text:  # type: ignore[attr-defined, type-var]
        return str(text.get_text_bounded())


def _read_docx(body: bytes, max_pages: int) -> tuple[str, list[str]] | None:
    import docx

    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                return None
        document = docx.Document(io.BytesIO(body))
        parts = list(_within(_parts(document), max_pages * _CHARS_A_PAGE))
    except Exception:  # noqa: BLE001 -- python-docx raises whatever XML and archive gave it
        return None
    return document.core_properties.title or "", parts


_CHARS_A_PAGE = 2_000


def _parts(document: object) -> Iterator[str]:
    for block in document.iter_inner_content():  # type: ignore[attr-defined]
        if hasattr(block, "rows"):
            yield from (" ".join(cell.text for cell in row.cells) for row in block.rows)
        else:
            yield block.text


def _within(parts: Iterator[str], limit: int) -> Iterator[str]:
    for part in parts:
        yield part[:limit]
        limit -= len(part)
        if limit <= 0:
            return


def _tidy(text: str) -> str:
    """Lines of one paragraph belong together; between Chinese characters a line break is no space."""
    text = _SURROGATES_RE.sub("", text.replace("\0", ""))
    text = re.sub(r"(?<=[\u2e80-\uffef])[ \t]*\r?\n[ \t]*(?=[\u2e80-\uffef])", "", text)
    return re.sub(r"[ \t\r\f\v]+", " ", re.sub(r"\s*\n\s*", "\n", text)).strip()
