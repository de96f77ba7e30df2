"""The name of the site, and the title of a page without it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from topicspider.page.jsonld import has_type, names
from topicspider.page.sites import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topicspider.page.jsonld import Node

MAX_NAME = 100
_MIN_LABEL = 3
"""Shorter names of hosts (``m``, ``en``) say nothing."""
_MAX_WORDS = 3
_MAX_PARTS = 12
"""A title of more is no title."""
_SEPARATOR_RE = re.compile(
    r"\s*(?:[|｜»«]|::|——?)\s*|\s+[-–_·•:~/]+\s+"
    r"|(?<=[^\x00-\x7f])\s*[-–_·]\s*|\s*[-–_·]\s*(?=[^\x00-\x7f])"
)
"""A hyphen or the like without spaces separates only beside what is not ASCII: 绿茶-茶网, but not ``e-mail``."""
_FEED_RE = re.compile(r"\s+(?:[»-]\s.*|(?:RSS|Atom|Feed)\b.*)\Z", re.IGNORECASE)
_WORD_RE = re.compile(r"[^\W_]+")


def site_name(named: Mapping[str, str], nodes: Sequence[Node]) -> str | None:
    """Return the name that the metas *named* or the JSON-LD *nodes* give the site."""
    for name in _declared_names(named, nodes):
        tidy = " ".join(name.split()).lstrip("@")
        if tidy and len(tidy) <= MAX_NAME and "://" not in tidy:
            return tidy
    return None


def _declared_names(named: Mapping[str, str], nodes: Sequence[Node]) -> Iterator[str]:
    yield named.get("og:site_name", "")
    for node in nodes:
        if has_type(node, "WebSite"):
            yield from names(node.get("name"))
    for node in nodes:
        yield from names(node.get("publisher"))
    yield named.get("application-name", "")


def site_of_title(title: str, others: Iterable[str], host: str) -> str | None:
    """Return what ends *title* after a separator and is one of *others*: the title of a feed, a heading that is a logo.

    Else its last or first part when *host* is called so: ``Wikipedia`` of ``C++ - Wikipedia``.
    """
    tails = [title[match.end() :] for match in _SEPARATOR_RE.finditer(title)]
    for other in others:
        name = _FEED_RE.sub("", other)
        if name and name in tails:
            return name
    parts = _SEPARATOR_RE.split(title)
    ends = (parts[-1], parts[0]) if len(parts) > 1 else ()
    return next((part for part in ends if _is_host(part, host)), None)


def clean_title(title: str, *, site_name: str | None, og_title: str, h1: str, host: str) -> str:
    """Return *title* without the name of the site; *og_title*, then *h1*, where there is no more to it.

    A part before or after a separator goes when *site_name* or *host* says that it names the site. When *og_title* or
    *h1* stands in the title beside other parts, it is the title.
    """
    site = folded(site_name or "")
    og, heading = _cut(og_title, site, host), _cut(h1, site, host)
    for text in (_cut(title, site, host), og, heading):
        if text and not _is_site(text, site, host):
            return _narrowed(text, og, heading, site)
    return title or og_title or h1


def folded(text: str) -> str:
    """Return the words of *text* in lower case, the signs between them left out."""
    return " ".join(_WORD_RE.findall(text.casefold()))


def _cut(title: str, site: str, host: str) -> str:
    """Return *title* without the parts at its end, then at its start, that name the site; never nothing."""
    start, end = 0, len(title)
    separators = list(_SEPARATOR_RE.finditer(title))
    if len(separators) >= _MAX_PARTS:
        return title
    for number, match in enumerate(separators):  # a name may hold separators itself
        if site and folded(title[match.end() :]) == site:
            end, separators = match.start(), separators[:number]
            break
    while separators and _ends_with_site(title[separators[-1].end() : end], site, host):
        end = separators.pop().start()
    while separators and _is_site(title[start : separators[0].start()], site, host):
        start = separators.pop(0).end()
    return title[start:end].strip() or title


def _narrowed(title: str, og: str, heading: str, site: str) -> str:
    """Return *og* or *heading* when it is a part of *title*: a first heading may be the logo, and counts less."""
    for match in _SEPARATOR_RE.finditer(title):
        before, after = title[: match.start()], title[match.end() :]
        is_title = before == og or (before == heading and 2 * len(before) >= len(after))
        if before and is_title and folded(before) != site:
            return before
        if after and after == og and folded(after) != site:
            return after
    return title


def _is_site(text: str, site: str, host: str) -> bool:
    return (site and folded(text) == site) or _is_host(text, host)


def _ends_with_site(part: str, site: str, host: str) -> bool:
    """Say whether the last part of a title is the site, part of its name, or more than that: ``Wikipedia, the …``."""
    if not part.strip() or _is_host(part, host):
        return True
    shorter, longer = sorted((folded(part), site), key=len)
    return len(shorter) > 1 and (_begins(longer, shorter) or _ends(longer, shorter))


def _begins(text: str, start: str) -> bool:
    """Say whether *text* begins with the words *start*; in Chinese a word may go on."""
    return text.startswith(start) and (not start[-1].isascii() or f"{text} "[len(start)] == " ")


def _ends(text: str, end: str) -> bool:
    return text.endswith(end) and (not end[0].isascii() or f" {text}"[-len(end) - 1] == " ")


def _is_host(text: str, host: str) -> bool:
    """Say whether *host* is called so: ``Stack Overflow`` of stackoverflow.com, ``BBC News`` of www.bbc.co.uk."""
    if not host or not text.isascii():
        return False
    words = folded(text).split()
    domain, labels = _labels(host)
    return "".join(words) in labels or (len(words) <= _MAX_WORDS and words[:1] == [domain])


@lru_cache(maxsize=4096)
def _labels(host: str) -> tuple[str, frozenset[str]]:
    """Return the name that the site registered, and all that its host may be called by."""
    domain = registered_domain(host)
    if domain.replace(".", "").isdigit():  # an IP address
        return "", frozenset()
    name = domain.partition(".")[0].replace("-", "")
    others = {label for label in host.removesuffix(domain).split(".") if len(label) >= _MIN_LABEL}
    whole = {name, *(address.replace(".", "").replace("-", "") for address in (host, domain))}
    return name, frozenset(whole | others - {"www"})
