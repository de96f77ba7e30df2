"""The importance of a URL: how well linked its source is, and how near to the root it stands."""

from __future__ import annotations


def importance(
    url: str, outlinks: int, *, link_share: float = 0.5, max_outlinks: int = 100, literal_slashes: bool = False
) -> float:
    """Return F·min(1, outlinks/MAX) + (1−F)·1/(1+d), in [0, 1].

    F is *link_share*, MAX is *max_outlinks*, d the number of non-empty path segments of *url*: a home page has 0.
    *outlinks* are those of the page that the link stands on, since a URL's own are unknown before its fetch.
    With *literal_slashes* the second part is 1/(slashes of the whole URL), the reading of the original formula
    (importance-driven topic crawler, 2010); slashes of the query do not count.
    """
    if literal_slashes:
        nearness = 1 / max(1, url.partition("?")[0].count("/"))
    else:
        nearness = 1 / (1 + path_depth(url))
    return link_share * min(1.0, outlinks / max_outlinks) + (1 - link_share) * nearness


def path_depth(url: str) -> int:
    """Return the number of non-empty path segments of *url*, an absolute URL."""
    path = url.partition("?")[0].partition("#")[0].split("/")[3:]
    return len(path) - path.count("")
