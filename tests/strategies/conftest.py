"""A crawl of a small web by nothing but a strategy's scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from topicspider.strategies import LinkView, PageView, Strategy

Web = Mapping[str, Sequence[str]]
Crawl = Callable[..., list[str]]


@pytest.fixture
def crawl() -> Crawl:
    """Return ``crawl(strategy, web, seeds, relevant=…)``, which returns the URLs in the order of their fetch.

    The rules are those of the frontier: highest score first, ties in the order of discovery, the higher score of a URL
    found again counts and brings its ``inherited``; seeds have score 1.
    """
    return crawl_web


def crawl_web(strategy: Strategy, web: Web, seeds: Sequence[str], *, relevant: Sequence[str] = ()) -> list[str]:
    order: list[str] = []
    depth, inherited = dict.fromkeys(seeds, 0), dict.fromkeys(seeds, 0.0)
    scores, waiting = dict.fromkeys(seeds, 1.0), list(seeds)
    while waiting:
        url = max(waiting, key=scores.__getitem__)  # of equals the first
        waiting.remove(url)
        order.append(url)
        page = PageView(url, float(url in relevant), depth[url], inherited[url], len(web[url]))
        for link, score in zip(web[url], strategy.score(page, [LinkView(link) for link in web[url]]), strict=True):
            if link not in scores:
                waiting.append(link)
            elif link not in waiting or score.value <= scores[link]:
                continue
            scores[link], inherited[link], depth[link] = score.value, score.inherited, page.depth + 1
        scores.update((link, value) for link, value in strategy.updates().items() if link in waiting)
    return order
