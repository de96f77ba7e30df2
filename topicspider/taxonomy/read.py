"""A taxonomy's files: which format each one is in, and the node that is meant."""

from __future__ import annotations

import gzip
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import IO, TYPE_CHECKING

from lxml import etree

from topicspider.exceptions import ConfigError
from topicspider.taxonomy.lines import read_lines
from topicspider.taxonomy.rdf import path_of, read_rdf
from topicspider.taxonomy.tree import Place, Surroundings
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from collections.abc import Sequence


_GZIP = b"\x1f\x8b"


def read_surroundings(files: Sequence[str | FilePath], node: str) -> Surroundings:
    """Read what stands around *node*, labels with ``/`` between, in all *files* together; raises ``ConfigError``."""
    target = path_of(node)
    if not target:
        raise ConfigError("no node of the taxonomy was given; add -a node=PATH, for example -a node=游戏/棋类/围棋")
    around = Surroundings(target)
    for file in map(FilePath, files):
        _read(file, around)
    if all(found.place is not Place.SELF for found in around.nodes.values()):
        raise ConfigError(f"{', '.join(map(str, files))}: there is no node {node!r}{_hint(around)}")
    return around


def _read(path: FilePath, around: Surroundings) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(2)
        if start == _GZIP:
            with gzip.open(path) as unpacked:
                _read_rdf(path, unpacked, around)
        elif start.lstrip(b"\xef\xbb").startswith(b"<"):
            with path.open("rb") as file:
                _read_rdf(path, file, around)
        else:
            read_lines(read_text(path), around)
    except ValueError as problem:
        raise ConfigError(f"{path}: {problem}") from problem
    except (OSError, EOFError) as problem:
        raise ConfigError(
            f"{path}: the file cannot be read: {getattr(problem, 'strerror', None) or problem}"
        ) from problem


def _read_rdf(path: FilePath, file: IO[bytes] | gzip.GzipFile, around: Surroundings) -> None:
    try:
        read_rdf(file, around)
    except etree.XMLSyntaxError as problem:
        raise ConfigError(f"{path}: this is no RDF: {problem.msg}") from problem


def _hint(around: Surroundings) -> str:
    """What could have been meant: a label like the last one, or the nodes beside it."""
    near = get_close_matches(around.target[-1], around.labels, n=3)
    beside = ["/".join(path) for path, found in around.nodes.items() if found.place is Place.SIBLING][:3]
    if beside:
        return f"; beside it there are {', '.join(beside)}"
    return f"; there are nodes named {', '.join(near)}" if near else f"; there are {around.total} other nodes"
