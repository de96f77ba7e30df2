"""What the author of a page has filed it under: keywords in its head, and links to tags and categories."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topicspider.page.page import Link

METAS = frozenset({"keywords", "news_keywords", "article:tag", "article:section", "dc.subject", "dcterms.subject"})
MAX_SUBJECTS = 16
"""A page with more is a list, or shows all tags of its site."""
_MAX_CHARS = 40
"""What is longer is a sentence."""
_FILE_RE = re.compile(
    r"/(?:tags?|categor(?:y|ies)|topics?|labels?)/(?!page/)[^/?#]+/?(?:index\.html?)?$|[?&](?:tag|cat|category)=[^&]",
    re.IGNORECASE,
)
_BETWEEN_RE = re.compile(r"[,，、;；|\n]")
_AROUND = " \t#\"'“”"


def read_subjects(declared: Iterable[str], links: Iterable[Link]) -> tuple[str, ...]:
    """Return the subjects of a page, each once: those *declared* in metas, then the anchors of its own tags.

    *links* are the page's; those in navigation say nothing of it. Empty when there are more than ``MAX_SUBJECTS``.
    """
    named = [part for text in declared for part in _BETWEEN_RE.split(text)]
    named += [link.anchor for link in links if not link.boilerplate and _FILE_RE.search(link.url)]
    subjects = dict.fromkeys(name for text in named if 0 < len(name := text.strip(_AROUND)) <= _MAX_CHARS)
    return tuple(subjects) if len(subjects) <= MAX_SUBJECTS else ()
