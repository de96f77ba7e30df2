"""Paths of rules and of URLs in one normal form, and which match which (RFC 9309 §2.2.2 and §2.2.3)."""

from __future__ import annotations

import re
from typing import NamedTuple

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# Everything but unreserved and reserved octets; the reserved "*" and "$" too, which mean something else in a rule.
_ESCAPE_RE = re.compile(rb"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~:/?#\[\]@!&'()+,;=-]")
# Reserved and yet no delimiter in the path, in the query.
_RESERVED_RE = re.compile(rb"[:\[\]@!'(),;]")
_RESERVED_IN_QUERY_RE = re.compile(rb"[:\[\]@!'(),;/?]")
_ORIGIN_RE = re.compile(rb"[a-z][a-z0-9+.-]*+://[^/?#]*+", re.IGNORECASE)


class Pattern(NamedTuple):
    """The path of a rule: ``parts`` in this order with anything between them, the first one at the beginning."""

    parts: tuple[bytes, ...]
    is_anchored: bool

    @property
    def length(self) -> int:
        """In octets, by which the most specific rule is told."""
        return sum(map(len, self.parts)) + len(self.parts) - 1 + self.is_anchored

    def matches(self, path: bytes) -> bool:
        """Search each part once, leftmost: that suffices, and the time does not explode as a regex's can."""
        first, *others = self.parts
        if not path.startswith(first):
            return False
        end = len(path)
        if self.is_anchored:
            if not others:
                return path == first
            last = others.pop()
            if not path.endswith(last):
                return False
            end -= len(last)
        position = len(first)
        for part in others:
            found = path.find(part, position, end)
            if found < 0:
                return False
            position = found + len(part)
        return position <= end


def split_origin(url: bytes) -> tuple[bytes, bytes]:
    """Return ``http://host:port``, empty when *url* is none, and the rest of *url*."""
    match = _ORIGIN_RE.match(url)
    return (match[0], url[match.end() :]) if match else (b"", url)


def path_forms(url: str) -> tuple[bytes, ...]:
    """Return the path with the query of *url*, in the forms that rules are compared with."""
    _, path = split_origin(url.encode("utf-8", "surrogatepass").partition(b"#")[0])
    return _forms(_normal(path if path.startswith(b"/") else b"/" + path))


def read_patterns(path: bytes) -> list[Pattern]:
    """Return the forms of the *path* of a rule. ``*`` is anything, ``$`` at its end the end; encoded they are plain."""
    is_anchored = path.endswith(b"$")
    segments = path.removesuffix(b"$").split(b"*")
    return [Pattern(tuple(form.split(b"*")), is_anchored) for form in _forms(b"*".join(map(_normal, segments)))]


def _normal(path: bytes) -> bytes:
    """Percent-encode as RFC 3986 §6.2.2 normalises: what is unreserved is decoded, what is reserved stays as it is."""
    return _ESCAPE_RE.sub(_normal_escape, path)


def _normal_escape(match: re.Match[bytes]) -> bytes:
    found = match[0]
    octet = int(found[1:], 16) if len(found) == 3 else found[0]
    return bytes([octet]) if octet in _UNRESERVED else b"%%%02X" % octet


def _forms(path: bytes) -> tuple[bytes, ...]:
    """Return *path*, and where it differs the form with what is reserved percent-encoded too.

    RFC 9309 has ``?baz=https://foo.bar`` match ``?baz=https%3A%2F%2Ffoo.bar``. Delimiters stay.
    """
    if not _RESERVED_RE.search(path) and b"?" not in path:
        return (path,)
    before, mark, query = path.partition(b"?")
    encoded = _RESERVED_RE.sub(_escaped, before) + mark + _RESERVED_IN_QUERY_RE.sub(_escaped, query)
    return (path,) if encoded == path else (path, encoded)


def _escaped(match: re.Match[bytes]) -> bytes:
    return b"%%%02X" % match[0][0]
