"""The entries of sitemaps (``url``, ``sitemap``) and feeds (``item``, ``entry``): what each of them says."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from topicspider.sitemaps.markup import MAX_PARTS, attributes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topicspider.sitemaps.markup import Tag

SITEMAP_ENTRIES = frozenset({"url", "sitemap"})
FEED_ENTRIES = frozenset({"item", "entry"})
_ROOTS = {
    **dict.fromkeys(("urlset", "sitemapindex"), SITEMAP_ENTRIES),
    **dict.fromkeys(("rss", "channel", "rdf", "feed"), FEED_ENTRIES),
}
_HTML = frozenset({"html", "head", "body"})
DATES = ("lastmod", "updated", "modified", "pubdate", "published", "date", "issued", "created")
"""Elements that say when a page was changed, or at least written, the best first."""
_OWN_FIELDS = frozenset({"loc", "link", "guid", "id", "title"})
"""Elements that have the prefix of their entry: with another they tell of pictures and films."""
_FIELDS = _OWN_FIELDS.union(DATES)
_NEWS_FIELDS = {"news:title": "title", "news:publication_date": "published"}
_LEAVES = frozenset({"loc", "lastmod", "changefreq", "priority", "link"})
"""Elements without elements: the next tag ends one that was left open."""
_ALTERNATE = frozenset({"", "alternate", "http://www.iana.org/assignments/relation/alternate"})
_MAX_TEXTS = 50_000


class Entry:
    """The fields of an entry by their local names, in the order of the document, references not resolved.

    The field without a name is text that stands in no element. ``base`` is the address that links are relative to.
    """

    def __init__(self, tag: Tag, base: str, *, takes_text: bool) -> None:
        self.name = tag.name
        self.prefix, self.local = name_parts(tag.name)
        self.base = base
        self.fields: dict[str, list[str]] = {}
        self._takes_text = takes_text
        self._depth = 1
        self._leaf = ""
        self._field = ""
        self._field_depth = 0
        self._text: list[str] = []
        if self.local in FEED_ENTRIES:
            attributes = attributes_of(tag)
            self.base = attributes.get("xml:base", base)
            self._add("about", attributes.get("rdf:about", ""))

    def take(self, tag: Tag) -> None:
        """Read the next *tag* inside, and the text before it."""
        self._take_text(tag.text)
        prefix, local = name_parts(tag.name)
        if self._leaf and not (tag.attributes is None and local == self._leaf):
            self._leave()
        if tag.attributes is None:
            self._leave()
        elif tag.content is not None:
            self._take_whole(tag, prefix, local)
        else:
            self._enter(tag, prefix, local)

    def end(self, text: str) -> Entry:
        """Read the last *text*, which ends what is still open."""
        self._take_text(text)
        self._end_field()
        return self

    def _append(self, text: str) -> None:
        if len(self._text) < MAX_PARTS:
            self._text.append(text)

    def _take_text(self, text: str) -> None:
        if self._field:
            self._append(text)
        elif self._takes_text and self._depth == 1:
            self._add("", text)

    def _take_whole(self, tag: Tag, prefix: str, local: str) -> None:
        if self._field:
            self._append(tag.content or "")
        elif field := self._field_of(tag, prefix, local):
            self._add(field, tag.content or "")

    def _enter(self, tag: Tag, prefix: str, local: str) -> None:
        if not self._field:
            self._field = self._field_of(tag, prefix, local)
            self._field_depth = self._depth
        self._leaf = local if local in _LEAVES else ""
        self._depth += 1

    def _leave(self) -> None:
        self._leaf = ""
        self._depth = max(1, self._depth - 1)
        if self._depth <= self._field_depth:
            self._end_field()

    def _field_of(self, tag: Tag, prefix: str, local: str) -> str:
        """Return the field whose text *tag* begins, if any; a link of Atom says all in its attributes."""
        if self._depth > 1 or local not in _FIELDS:
            return _NEWS_FIELDS.get(tag.name, "")
        if tag.attributes and local in ("link", "guid") and self.local in FEED_ENTRIES:
            attributes = attributes_of(tag)
            if attributes.get("rel", "").lower() in _ALTERNATE:
                self._add("link", attributes.get("href", ""))
            if "href" in attributes or attributes.get("ispermalink", "").lower() == "false":
                return ""
        return local if prefix == self.prefix or local in DATES else ""

    def _end_field(self) -> None:
        if self._field:
            self._add(self._field, "".join(self._text))
            self._field = ""
            self._text.clear()

    def _add(self, field: str, text: str) -> None:
        if text and not text.isspace():
            texts = self.fields.setdefault(field, [])
            if len(texts) < _MAX_TEXTS:
                texts.append(text)


def read_entries(tags: Iterable[Tag]) -> Iterator[Entry]:
    """Yield the entries, of a page in HTML none. An entry that is cut off has the fields that are complete."""
    names, base, entry = SITEMAP_ENTRIES, "", None
    is_rooted = False
    for tag in tags:
        prefix, local = name_parts(tag.name)
        is_end = tag.attributes is None
        begins = local in names and not is_end and (entry is None or prefix == entry.prefix)
        if entry is not None and (begins or (is_end and tag.name == entry.name)):
            yield entry.end(tag.text)
            entry = None
        elif entry is not None:
            entry.take(tag)
        elif local in _ROOTS and not is_end:
            names, base = _ROOTS[local], attributes_of(tag).get("xml:base", base)
            is_rooted = True
        elif local in _HTML and not is_rooted:
            return
        if begins:
            entry = Entry(tag, base, takes_text=is_rooted and local in SITEMAP_ENTRIES)
            if tag.content is not None:
                yield entry.end(tag.content)
                entry = None
    if entry is not None:
        yield entry


@lru_cache(maxsize=1024)
def name_parts(name: str) -> tuple[str, str]:
    """Return the prefix and the local name of an element."""
    prefix, _, local = name.rpartition(":")
    return prefix, local
