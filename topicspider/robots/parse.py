"""From an answer for robots.txt to its rules."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from topicspider.page.urls import host_of, resolve
from topicspider.robots.lines import plain_text, read_lines
from topicspider.robots.patterns import read_patterns, split_origin
from topicspider.robots.rules import Group, RobotsRules, Rule, product_token

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOSED = b"User-agent: *\nDisallow: /"
_TOO_MANY_REQUESTS = 429
_DELAY_RE = re.compile(rb"\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}")


def parse_robots(body: bytes, url: str, status: int = 200) -> RobotsRules:
    """Read the answer to a request for *url*; *status* 0 means that there was none.

    RFC 9309 §2.3.1: a file that is not there (4xx) closes nothing, one that cannot be served (5xx, no answer) all.
    429 does not say that there is none; with Google it closes all too.
    """
    if status in (0, _TOO_MANY_REQUESTS) or status >= 500:
        body = _CLOSED
    elif not 200 <= status < 300:
        body = b""
    text = plain_text(body)
    charset = "utf-8" if _is_utf8(text) else "gb18030"
    reader = _Reader(host_of(url), charset)
    sitemaps = []
    for name, value in read_lines(text):
        if name != "sitemap":
            reader.read(name, value)
        elif value:
            sitemaps.append(resolve(value.decode(charset, "replace"), url))
    return RobotsRules(tuple(dict.fromkeys(filter(None, sitemaps))), reader.groups)


class _Reader:
    """Agents in a row share the rules that follow; a delay is of those right above it.

    Only a rule ends the row: other records must not (RFC 9309 §2.2.4).
    """

    def __init__(self, host: str, charset: str) -> None:
        self.groups: dict[str, list[Group]] = {}
        self._host = host
        self._charset = charset
        self._group = Group([], [])
        self._since_agent: set[str] = set()

    def read(self, name: str, value: bytes) -> None:
        if name == "user-agent":
            self._read_agent(product_token(value.decode("utf-8", "replace")))
            return
        self._since_agent.add(name)
        if name == "crawl-delay":
            self._group.delays.extend([float(value)] if _DELAY_RE.fullmatch(value) else [])
        elif value:
            self._group.rules.extend(self._read_rule(name == "allow", value))

    def _read_agent(self, token: str) -> None:
        if self._since_agent:
            is_same_row = self._since_agent == {"crawl-delay"}
            self._group = Group(self._group.rules if is_same_row else [], [])
            self._since_agent = set()
        if token:
            self.groups.setdefault(token, []).append(self._group)

    def _read_rule(self, is_allow: bool, path: bytes) -> list[Rule]:
        """Return it in all spellings; none for another host. The path may lack its slash or have the host before it."""
        origin, path = split_origin(path)
        if origin and host_of(origin.decode("latin-1")) != self._host:
            return []
        path = path if path.startswith((b"/", b"*")) else b"/" + path
        patterns = dict.fromkeys(pattern for form in self._spellings(path) for pattern in read_patterns(form))
        length = next(iter(patterns)).length
        return [Rule(length, is_allow, pattern) for pattern in patterns]

    def _spellings(self, path: bytes) -> Iterator[bytes]:
        """Yield the octets as they are, and as links to them are sent: in UTF-8."""
        yield path
        if not path.isascii():
            with suppress(UnicodeDecodeError):
                yield path.decode(self._charset).encode("utf-8")


def _is_utf8(text: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        text.decode("utf-8")
        return True
    return False
