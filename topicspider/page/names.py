"""What the class and id of a box say: that it is navigation and the like, or that it holds the text of the page."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD_RE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
"""The words of ``relatedContent``, ``right-rail``, ``site_footer``."""
_NAVIGATION = "nav navbar navigation menu submenu toolbar topbar breadcrumb breadcrumbs crumb toc pagination pager"
_AROUND = "foot footer sidebar aside rail masthead banner widget widgets copyright license friendlink friendlinks"
_OFFERS = "related recommend recommended recommendation recommendations trending popular hot ranking tags taglist"
_ADVERTISING = "ad ads advert advertisement promo promotion sponsor sponsors sponsored outbrain taboola reward"
_ASKING = "cookie cookies consent gdpr privacy modal popup overlay newsletter subscribe subscription signup login"
_PEOPLE = "comment comments disqus share sharing social byline"
_BOILERPLATE = frozenset(f"{_NAVIGATION} {_AROUND} {_OFFERS} {_ADVERTISING} {_ASKING} {_PEOPLE}".split())
_STATE_RE = re.compile(r"\b(?:with|without|no|has|have|show|hide)-[\w-]*", re.IGNORECASE)
"""What a box has or lacks, which it is not itself: ``content-with-sidebar``."""
_CONTENT_RE = re.compile(
    r"(?:article|post|entry|story|news|blog|page|main|rich-?text|single)[-_]*(?:body|content|text|detail|main)"
    r"|(?:content|body|text)[-_]*(?:article|post|main|body)|markdown|zhengwen",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def names_boilerplate(names: str) -> bool:
    """Say whether one of the words in *names*, class and id of a box, calls it navigation, advertising or the like."""
    return any(word.lower() in _BOILERPLATE for word in _WORD_RE.findall(_STATE_RE.sub("", names)))


@lru_cache(maxsize=16384)
def names_content(names: str) -> bool:
    """Say whether *names* call a box the text of the page: ``post-content``, ``articleBody``, ``markdown-body``."""
    return _CONTENT_RE.search(names) is not None
