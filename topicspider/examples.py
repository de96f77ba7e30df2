"""Example pages from what a user has: files, folders of them, URLs, lists of URLs, the output of a crawl."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from topicspider.exceptions import ConfigError
from topicspider.page import is_html, read_document, read_page
from topicspider.page.urls import resolve
from topicspider.storage.stored import stored_pages
from topicspider.topic.candidates import Example
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from topicspider.page import Page

logger = logging.getLogger(__name__)

DATABASE = "pages.sqlite3"
HTML_FOLDER = "html"
DOCUMENT_PAGES = 50

_HTML = frozenset({".html", ".htm", ".shtml", ".xhtml"})
_DOCUMENTS = frozenset({".pdf", ".docx"})
_TEXTS = frozenset({".txt", ".md"})
_URL_RE = re.compile(r"https?://\S+", re.IGNORECASE)
_HOST_RE = re.compile(r"[\w-]+(\.[\w-]+)+")


class Fetched(NamedTuple):
    """An answer; *headers* with lower-case names."""

    url: str
    body: bytes
    headers: Mapping[str, str]


Fetch = "Callable[[list[str]], Iterable[Fetched]]"


class CrawledPages(NamedTuple):
    """The pages that a crawl has stored, by URL, in two lots."""

    relevant: dict[str, Example]
    others: dict[str, Example]


def read_examples(sources: Iterable[str], fetch: Callable[[list[str]], Iterable[Fetched]]) -> list[Example]:
    """Read the pages that *sources* name; *fetch* brings those at URLs.

    A source is a URL, an HTML, text, PDF or Word file, a text file of URLs, a folder of such files with those below it,
    or the output folder of a crawl, whose relevant pages are meant. A file that cannot be read is logged and left out.
    Raises ``ConfigError`` for a source that is none of these or has no page in it.
    """
    examples: list[Example] = []
    urls: list[str] = []
    for source in sources:
        before = len(examples) + len(urls)
        if _is_url(source):
            urls.append(source)
        else:
            path = _existing(source)
            examples += _of_folder(path) if path.is_dir() else _of_file(path, urls)
        if len(examples) + len(urls) == before:
            raise ConfigError(f"{source}: there is no page in it; give HTML or text files, or a list of URLs")
    if urls:
        examples += [_of_page(_page(item.body, item.url, item.headers), item.url) for item in fetch(urls)]
    return examples


def read_crawl(folder: Path) -> CrawledPages:
    """Read the pages in the output *folder* of a crawl; raises ``ConfigError``."""
    database = folder / DATABASE
    if not database.is_file():
        raise ConfigError(f"{folder}: this is no output of a crawl, there is no {DATABASE} in it")
    crawled = CrawledPages({}, {})
    for page in stored_pages(f"sqlite:///{database.as_posix()}"):
        file = folder / HTML_FOLDER / page.html_path if page.html_path else None
        if file and (example := _read_file(file, page.url)):
            (crawled.relevant if page.relevant else crawled.others)[page.url] = example
    if not crawled.relevant and not crawled.others:
        raise ConfigError(f"{folder}: the crawl has kept no files of its pages")
    return crawled


def read_page_file(path: Path, url: str) -> Page | None:
    """Read one file as the page at *url*; ``None`` when it cannot be read."""
    try:
        return _page(path.read_bytes(), url, {}, path.suffix.lower())
    except OSError as error:
        logger.warning("%s is left out: %s", path, error.strerror or error)
        return None


def _is_url(text: str) -> bool:
    return _URL_RE.fullmatch(text) is not None and resolve(text, "about:blank") is not None


def _existing(source: str) -> Path:
    path = Path(source)
    try:
        if path.exists():
            return path
    except (OSError, ValueError):  # too long for a path, or with a NUL
        pass
    raise ConfigError(f"{source!r} is no file, no folder and no http(s) URL")


def _of_folder(folder: Path) -> list[Example]:
    if (folder / DATABASE).is_file():
        return list(read_crawl(folder).relevant.values())
    known = _HTML | _DOCUMENTS | _TEXTS
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in known and file.is_file())
    urls: list[str] = []
    found = [example for file in files for example in _of_file(file, urls, folder)]
    if urls:
        logger.warning(
            "%s: %d URLs in text files are left out; name the file itself to have them fetched", folder, len(urls)
        )
    return found


def _of_file(path: Path, urls: list[str], folder: Path | None = None) -> Iterator[Example]:
    """The page in a file; of a list of URLs nothing, they are put to *urls*."""
    if path.suffix.lower() not in _HTML | _DOCUMENTS:
        text = read_text(path)
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        if lines and all(map(_is_url, lines)):
            urls += lines
            return
        if not is_html(text.encode(), ""):
            if lines:
                yield Example(str(path), "", text)
            return
    host = path.relative_to(folder).parts[0] if folder else ""
    if example := _read_file(path, f"http://{host}/" if _HOST_RE.fullmatch(host) else ""):
        yield example


def _read_file(path: Path, url: str) -> Example | None:
    page = read_page_file(path, url or "about:blank")
    return _of_page(page, page.canonical or url or str(path)) if page else None


def _page(body: bytes, url: str, headers: Mapping[str, str], suffix: str = "") -> Page | None:
    if suffix in _DOCUMENTS or not is_html(body, headers.get("content-type", "")):
        return read_document(body, url, max_pages=DOCUMENT_PAGES)
    return read_page(body, url, headers)


def _of_page(page: Page | None, site: str) -> Example:
    if page is None:
        return Example(site, "", "")
    return Example(urlsplit(site).hostname or site, page.title, page.text, page.subjects)
