"""What the frontier file keeps of one URL, read from outside while the crawl runs or not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from topicspider.exceptions import JobError
from topicspider.frontier.keys import key_of
from topicspider.frontier.links import read_factors
from topicspider.frontier.schema import DONE, FAILED, LEASED, WAITING, open_read_only
from topicspider.frontier.visits import visit_of
from topicspider.page.urls import url_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from topicspider.frontier.base import Visit

STATES = {WAITING: "waiting", LEASED: "in flight", DONE: "fetched", FAILED: "failed"}

_LINK = """SELECT link.id, url, score, state, depth, (SELECT url FROM link AS source WHERE source.id = link.parent),
    anchor, inherited, importance, factors, host.name FROM link JOIN host ON host.id = link.host WHERE key = ?"""
_VISIT = "SELECT outcome, fetched_at, relevance, relevant, title, charset, reason FROM visit WHERE link = ? ORDER BY id"
_AHEAD = "SELECT count(*) FROM link WHERE state = 0 AND (score > ? OR (score = ? AND id < ?))"


class LinkRecord(NamedTuple):
    """A URL as the frontier knows it; *visit* is the last one, *ahead* counts the waiting URLs before a waiting one."""

    url: str
    host: str
    state: str
    score: float
    depth: int
    parent: str | None
    anchor: str
    inherited: float
    importance: float
    factors: Mapping[str, float]
    visit: Visit | None
    ahead: int


def link_record(path: Path, url: str, *, identity: Callable[[str], str] = url_identity) -> LinkRecord | None:
    """Return what the frontier file at *path* keeps of *url*; ``None`` when it was never met. Raises ``JobError``."""
    try:
        with closing(open_read_only(path)) as db:
            row = db.execute(_LINK, (key_of(url, identity),)).fetchone()
            if row is None:
                return None
            number, found, score, state, depth, parent, anchor, inherited, importance, factors, host = row
            visits = db.execute(_VISIT, (number,)).fetchall()
            ahead = db.execute(_AHEAD, (score, score, number)).fetchone()[0] if state == WAITING else 0
    except sqlite3.Error as error:
        raise JobError(f"{path} cannot be read ({error})") from error
    return LinkRecord(
        found,
        host,
        STATES[state],
        score,
        depth,
        parent,
        anchor,
        inherited,
        importance,
        read_factors(factors),
        visit_of(visits[-1]) if visits else None,
        ahead,
    )
