"""Taxonomies that people write by hand: an indented tree, or lines of path, URL, title and description.

An indented tree has a label a line, further in than its parent's; below a label ``> …`` is its description, and a URL,
with a title after it if there is one, a site that is listed there::

    棋类
      围棋
        > 黑白子的棋
        http://www.weiqi.example/ 围棋网
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.taxonomy.rdf import path_of
from topicspider.taxonomy.tree import Listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topicspider.taxonomy.tree import Path, Surroundings

_TAB_WIDTH = 8
_SCHEMES = ("http://", "https://")


def read_lines(text: str, around: Surroundings) -> None:
    """Take everything in *text* that stands around the target; raises ``ValueError`` with the line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    said = [(number, line) for number, line in lines if not line.startswith("#")]
    if _is_table([line for _, line in said]):
        _read_table(said, around)
    else:
        _read_tree(said, around)


def _is_table(lines: list[str]) -> bool:
    """Whether there are tabs behind something, or paths with nothing before them."""
    if any("\t" in line.lstrip() for line in lines):
        return True
    return not any(line[0].isspace() for line in lines) and "/" in "".join(_without_url(line) for line in lines)


def _without_url(line: str) -> str:
    return "" if line.startswith((">", *_SCHEMES)) else line


def _read_table(lines: list[tuple[int, str]], around: Surroundings) -> None:
    known: set[Path] = set()
    for number, line in lines:
        place, url, title, description = [*map(str.strip, line.split("\t")), "", "", ""][:4]
        path = path_of(place)
        if not path:
            raise ValueError(f"line {number} has no path; write path, URL, title and description with tabs between")
        for above in _with_ancestors(path):
            if above not in known:
                known.add(above)
                around.count(above)
        _take(around, path, url, title, description, number)


def _read_tree(lines: list[tuple[int, str]], around: Surroundings) -> None:
    open_nodes: list[tuple[int, str]] = []
    for number, line in lines:
        text = line.strip()
        indent = len(line.expandtabs(_TAB_WIDTH)) - len(line.expandtabs(_TAB_WIDTH).lstrip())
        while open_nodes and open_nodes[-1][0] >= indent:
            open_nodes.pop()
        path = tuple(label for _, label in open_nodes)
        if not text.startswith((">", *_SCHEMES)):
            open_nodes.append((indent, text))
            around.count((*path, text))
        elif not path:
            raise ValueError(f"line {number} stands below no label: {text[:40]!r}")
        elif text.startswith(">"):
            _take(around, path, "", "", text[1:].strip(), number)
        else:
            url, _, title = text.partition(" ")
            _take(around, path, url, title.strip(), "", number)


def _take(around: Surroundings, path: Path, url: str, title: str, description: str, number: int) -> None:
    if url and not url.startswith(_SCHEMES):
        raise ValueError(f"line {number}: {url!r} is no http(s) URL")
    if (node := around.node(path)) is None:
        return
    if url:
        node.sites.append(Listed(url, title, description))
    elif description:
        node.description = f"{node.description}\n{description}".strip()


def _with_ancestors(path: Path) -> Iterator[Path]:
    return (path[:end] for end in range(1, len(path) + 1))
