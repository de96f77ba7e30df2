"""The JSON-LD of a page (schema.org), read leniently: who published what, and when."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Node = dict[str, Any]

MAX_NODES = 200
_MAX_CHARS = 500_000
_REFERRING = ("author", "publisher", "isPartOf")
_WRAPPING_RE = re.compile(
    r"\A\s*(?:<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\s*\*/)?)|(?:-->|(?://|/\*)?\s*\]\]>(?:\s*\*/)?|;)\s*\Z"
)
_NO_TEXT_RE = re.compile("[\0\ud800-\udfff]")
"""What JSON may escape and nothing can store."""
_LAST_COMMA_RE = re.compile(r",(?=\s*[}\]])")
_ARTICLE_RE = re.compile(r"article|posting|report|review|recipe|blogpost", re.IGNORECASE)
_PUBLISHING_RE = re.compile(r"page|work|book|question|howto|episode", re.IGNORECASE)


def read_jsonld(scripts: Iterable[str]) -> tuple[Node, ...]:
    """Return the objects of *scripts*, articles first; what is no JSON says nothing.

    Lists, ``@graph`` and ``mainEntity`` are opened, and no deeper: what is nested elsewhere describes something else.
    """
    nodes: list[Node] = []
    for script in scripts:
        nodes.extend(_objects(_loads(script)))
        if len(nodes) >= MAX_NODES:
            break
    nodes = nodes[:MAX_NODES]
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and "name" in node}
    for node in nodes:
        node.update({key: _resolved(node[key], by_id) for key in _REFERRING if key in node})
    return tuple(sorted(nodes, key=_rank))


def names(value: object) -> Iterator[str]:
    """Yield the names in a property: a string, an object with a ``name``, or a list of either."""
    for item in value[:MAX_NODES] if isinstance(value, list) else [value]:
        name = item.get("name") if isinstance(item, dict) else item
        if isinstance(name, list) and name:
            name = name[0]
        if isinstance(name, str):
            yield _NO_TEXT_RE.sub("", name)


def strings(nodes: Sequence[Node], key: str) -> Iterator[str]:
    for node in nodes:
        value = node.get(key)
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str):
            yield value


def has_type(node: Node, name: str) -> bool:
    kind = node.get("@type")
    return kind == name or (isinstance(kind, list) and name in kind)


def _resolved(value: object, by_id: dict[str, Node]) -> object:
    """Return the node that *value* refers to by its ``@id``, else *value*."""
    if isinstance(value, list):
        return [_resolved(item, by_id) for item in value[:MAX_NODES] if not isinstance(item, list)]
    if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
        return by_id.get(value["@id"], value)
    return value


def _loads(script: str) -> object:
    if len(script) > _MAX_CHARS:
        return None
    try:
        return json.loads(script, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(_LAST_COMMA_RE.sub("", _unwrapped(script)), strict=False)
    except (ValueError, RecursionError):
        return None


def _unwrapped(script: str) -> str:
    """Remove what hides a script from old browsers, and the semicolon of a statement."""
    stripped = script.strip()
    while (shorter := _WRAPPING_RE.sub("", stripped).strip()) != stripped:
        stripped = shorter
    return stripped


def _objects(value: object) -> Iterator[Node]:
    waiting, seen = [value], 0
    while waiting and seen < MAX_NODES:
        item = waiting.pop()
        seen += 1
        if isinstance(item, list):
            waiting.extend(reversed(item[:MAX_NODES]))
        elif isinstance(item, dict):
            yield item
            waiting.extend(item[key] for key in ("mainEntity", "@graph") if key in item)


def _rank(node: Node) -> int:
    kind = str(node.get("@type", ""))
    if _ARTICLE_RE.search(kind):
        return 0
    return 1 if _PUBLISHING_RE.search(kind) else 2
