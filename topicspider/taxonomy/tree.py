"""The values that reading a taxonomy gives: one node, and what stands around it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

Path = tuple[str, ...]


class Place(StrEnum):
    """Where a node stands, seen from the topic's."""

    SELF = "self"
    ANCESTOR = "ancestor"
    DESCENDANT = "descendant"
    SIBLING = "sibling"
    SEE_ALSO = "see also"


class Listed(NamedTuple):
    """A site that editors have filed under a node."""

    url: str
    title: str = ""
    description: str = ""


@dataclass(slots=True)
class Node:
    """A node of the taxonomy; *levels* are the steps between it and the topic's node."""

    path: Path
    place: Place
    levels: int
    description: str = ""
    sites: list[Listed] = field(default_factory=list)

    @property
    def label(self) -> str:
        return self.path[-1]


@dataclass(slots=True)
class Surroundings:
    """The nodes around *target*, and of the whole taxonomy how many nodes there are and how many carry each label."""

    target: Path
    nodes: dict[Path, Node] = field(default_factory=dict)
    labels: Counter[str] = field(default_factory=Counter)
    total: int = 0

    def place_of(self, path: Path) -> tuple[Place, int] | None:
        """Where *path* stands by its name; ``None`` for what is elsewhere."""
        target = self.target
        if path == target:
            return Place.SELF, 0
        if path == target[: len(path)]:
            return Place.ANCESTOR, len(target) - len(path)
        if path[: len(target)] == target:
            return Place.DESCENDANT, len(path) - len(target)
        if path[:-1] == target[:-1]:
            return Place.SIBLING, 1
        return None

    def count(self, path: Path) -> None:
        """Take a node of the taxonomy into account."""
        self.total += 1
        self.labels[path[-1]] += 1
        self.node(path)

    def node(self, path: Path) -> Node | None:
        """The node at *path*, made when it is new; ``None`` when it does not stand around the target."""
        if path not in self.nodes and (found := self.place_of(path)):
            self.nodes[path] = Node(path, *found)
        return self.nodes.get(path)

    def see_also(self, path: Path) -> None:
        self.nodes.setdefault(path, Node(path, Place.SEE_ALSO, 1))
