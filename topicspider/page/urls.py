"""URLs: which address a link means, and which addresses are the same resource."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import ada_url

MAX_URL_LENGTH = 2083
# What is in normal form already: most URLs. A host that ends in a number is an address, which has other spellings.
_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_CLEAN_CHARS = r"(?:[\w~/-]++|\.(?!\.?(?:/|$))|%[89A-F][0-9A-F])*+"
_CLEAN_RE = re.compile(
    rf"https?://(?:{_BYTE}(?:\.{_BYTE}){{3}}|(?:[a-z0-9][a-z0-9-]*+\.)*+[a-z][a-z0-9-]*+)"
    rf"(?::(?!80/|443/)[1-9]\d*+)?/(?!\.){_CLEAN_CHARS}",
    re.ASCII,
)
_CLEAN_PATH_RE = re.compile(rf"/(?![./]){_CLEAN_CHARS}", re.ASCII)
_HOST_RE = re.compile(r"[a-z]+://(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)", re.IGNORECASE)
_USER_RE = re.compile(r"^(https?://)[^/?#]*@")
_ROOT_DOT_RE = re.compile(r"(?<=[^.])\.$")
_PERCENT_RE = re.compile(r"%(?:[0-9A-Fa-f]{2})?")
_SESSION_PATH_RE = re.compile(r";(?:jsessionid|sessionid|sid|phpsessid)=[^/?;]*", re.IGNORECASE)
_NOISE_PARAMETER_RE = re.compile(
    r"(?:utm_\w+|spm|from|fromid|share_\w+|gclid|fbclid|msclkid|yclid|_ga|mc_[ce]id|bd_vid|scm|isappinstalled"
    r"|jsessionid|phpsessid|aspsessionid\w*|sessionid|session_id|sid)",
    re.IGNORECASE,
)
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_NORMAL_ESCAPES = {"%": "%25", **{f"%{ord(char):02X}": char for char in _UNRESERVED}}
# A template that was never filled in, markup swallowed by a missing quote, or white space in the middle of it.
_JUNK_RE = re.compile(r"\{\{|\$\{|<%|</?[a-z][^<>?]*\s[a-z-]+=", re.IGNORECASE)


def resolve(href: str, base: str, charset: str = "utf-8") -> str | None:
    """Return the absolute http(s) URL of *href* as a browser would ask for it, or ``None`` if there is none.

    The path is percent-encoded in UTF-8, the query in the page's *charset* (WHATWG URL). Fragment and user
    information are dropped.
    """
    href = href.strip("\t\n\f\r ")
    if origin := _origin_of(base):
        path = href.removeprefix(origin)
        if _CLEAN_PATH_RE.fullmatch(path) and len(origin) + len(path) <= MAX_URL_LENGTH:
            return origin + path  # most links: what the parser would make of them is known
    if _JUNK_RE.search(href):
        return None
    if not href.isascii() and "?" in href:
        href = _encode_query(href, charset)
    try:
        url: str = ada_url.join_url(base, href)
    except ValueError:
        return None
    url = url.partition("#")[0]
    if not url.startswith(("http://", "https://")) or len(url) > MAX_URL_LENGTH:
        return None
    return _USER_RE.sub(r"\1", url) if "@" in url else url


def resolve_link(href: str, page_url: str, base_href: str | None = None, charset: str = "utf-8") -> str | None:
    """Return what a link on the page at *page_url*, whose base element says *base_href*, asks for.

    ``None`` for what is no http(s) URL, and for a fragment of the page itself.
    """
    base = (resolve(base_href, page_url) if base_href else None) or page_url
    if base == page_url and href.lstrip().startswith("#"):
        return None
    return resolve(href, base, charset)


@lru_cache(maxsize=1024)
def _origin_of(base: str) -> str | None:
    """Return ``https://host:port``; ``None`` for what is no such URL, and where it names a user."""
    parsed = _parse(base)
    return None if parsed is None or parsed.username else str(parsed.origin)


def _encode_query(href: str, charset: str) -> str:
    """Percent-encode what is not ASCII in the query; what *charset* lacks becomes an encoded ``&#N;``, as in forms."""
    if charset.startswith("utf-16"):
        charset = "utf-8"
    before, _, rest = href.partition("?")
    query, mark, fragment = rest.partition("#")
    encoded = "".join(char if char.isascii() else _octets(char, charset) for char in query)
    return before + "?" + encoded + mark + fragment


def _octets(char: str, charset: str) -> str:
    try:
        return "".join(f"%{octet:02X}" for octet in char.encode(charset))
    except UnicodeEncodeError:
        return f"%26%23{ord(char)}%3B"


def host_of(url: str) -> str:
    """Return the host of *url* without port, lower case, without the root's dot."""
    match = _HOST_RE.match(url)
    return match[1].rstrip(".").lower() if match else ""


def origin_of(url: str) -> str:
    """Return ``https://host:port`` of *url* as it is written."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0].partition('?')[0]}"


def url_identity(url: str) -> str:
    """Return what is the same for every spelling of a resource's address; never to be sent.

    RFC 3986 §6.2.2 normalisation; beyond it tracking and session parameters are dropped and the query is sorted.
    What is no http(s) URL is returned as it is.
    """
    if _CLEAN_RE.fullmatch(url):
        return url
    parsed = _parse(url)
    if parsed is None:
        return url
    path = _normal_escapes(parsed.pathname)
    if ";" in path:
        parsed.pathname = _SESSION_PATH_RE.sub("", path)  # normalises again: what is left may be a dot segment
        path = parsed.pathname
    fields = [field for field in _normal_escapes(parsed.search)[1:].split("&") if field and not _is_noise(field)]
    query = "&".join(sorted(fields))
    return _origin(parsed) + path + (f"?{query}" if query else "")


def strict_identity(url: str) -> str:
    """Return the RFC 3986 normal form alone: for sites where the order or a "tracking" parameter matters."""
    parsed = _parse(url)
    if parsed is None:
        return url
    return _origin(parsed) + _normal_escapes(parsed.pathname) + _normal_escapes(parsed.search)


def _parse(url: str) -> Any:
    """Return the parts of *url*, or ``None`` when it is no http(s) URL."""
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return None
    return parsed if parsed.protocol in ("http:", "https:") else None


def _origin(parsed: Any) -> str:
    port = f":{parsed.port}" if parsed.port else ""
    return f"{parsed.protocol}//{_ROOT_DOT_RE.sub('', parsed.hostname)}{port}"


def _normal_escapes(text: str) -> str:
    return _PERCENT_RE.sub(_normal_escape, text) if "%" in text else text


def _normal_escape(match: re.Match[str]) -> str:
    escape = match[0].upper()
    return _NORMAL_ESCAPES.get(escape, escape)


def _is_noise(field: str) -> bool:
    return _NOISE_PARAMETER_RE.fullmatch(field.partition("=")[0]) is not None
