"""Which URLs of a host are of one pattern: what differs in numbers only, or in the values of parameters."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

_SESSION_RE = re.compile(r"/\([A-Z]\([^/]*\)\)(?=/)")
"""A session in the path, as ASP.NET has it: ``/(S(4f3qmz55))/``."""
_NUMBER_RE = re.compile(r"\d+")
_ID_RE = re.compile(r"(?<![0-9a-zA-Z])(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}(?![0-9a-zA-Z])", re.IGNORECASE)
"""A hexadecimal number: digits and letters, eight and more."""


@lru_cache(maxsize=65536)
def shape_of(url: str) -> str:
    """Return the pattern of *url*: ``www.example.org/news/D/D.html?id&page``.

    Numbers are ``D``, hexadecimal ones ``H``; sessions in the path are left out; of the query the names of its
    parameters count, in order.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that are none
        return url
    path = _NUMBER_RE.sub("D", _ID_RE.sub("H", _SESSION_RE.sub("", parts.path)))
    names = sorted({field.partition("=")[0] for field in parts.query.split("&") if field})
    return f"{parts.netloc}{path}?{'&'.join(names)}" if names else f"{parts.netloc}{path}"
