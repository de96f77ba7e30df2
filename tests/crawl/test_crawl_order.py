"""Best first, over all hosts, with many requests in flight."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from support.crawls import article

HOSTS = {"good": "绿茶与茶叶", "middle": "绿茶", "bad": "足球"}
PAGES = 30


def fill(site):
    """A hub with links to three hosts; a host's anchors say how good its pages are, in mixed order on the page."""
    links = [(f"http://{host}.test/{n}", f"{words} {n}") for n in range(PAGES) for host, words in HOSTS.items()]
    site.pages["http://hub.test/"] = article(
        "茶的目录", "茶叶", *sorted(links, key=lambda link: link[0][-1:] + link[0])
    )
    for url, anchor in links:
        site.pages[url] = article(f"{anchor}的标题", f"{url}的内容")


def answer_slowly(site):
    """Have two requests of a host that overlap be seen at the same time."""

    def slow(page):
        def answer(_headers):
            time.sleep(0.05)
            return 200, {}, page

        return answer

    site.pages = {url: slow(page) for url, page in site.pages.items()}


def hosts_of(urls):
    return [urlsplit(url).hostname.partition(".")[0] for url in urls]


def test_order_is_global_within_the_requests_in_flight(site, crawls):
    fill(site)
    code, _, log = crawls.run("CONCURRENT_REQUESTS=8", env={"http_proxy": site.url}, seeds="http://hub.test/")
    assert code == 0, log
    hosts = hosts_of(site.fetched)
    assert hosts[0] == "hub"
    place = {host: [n for n, other in enumerate(hosts[1:]) if other == host] for host in HOSTS}
    assert [len(places) for places in place.values()] == [PAGES] * 3
    # a page may come at most as many places too early or late as requests are in flight
    assert max(place["good"]) < PAGES + 8
    assert min(place["middle"]) >= PAGES - 8
    assert max(place["middle"]) < 2 * PAGES + 8
    assert min(place["bad"]) >= 2 * PAGES - 8
    assert len(crawls.rows()) == 3 * PAGES + 1


def test_no_host_has_more_slots_than_it_may_and_none_starves_while_another_waits(site, crawls):
    fill(site)
    answer_slowly(site)
    settings = ["CONCURRENT_REQUESTS=8", "CONCURRENT_REQUESTS_PER_DOMAIN=1", "DOWNLOAD_DELAY=0.3"]
    code, _, log = crawls.run(*settings, env={"http_proxy": site.url}, seeds="http://hub.test/", max_pages="46")
    assert code == 0, log
    assert set(site.most_at_once.values()) == {1}
    hosts = hosts_of(site.fetched)[1:]
    # all three hosts wait for their delay side by side: each has its turn again and again, however good the others are
    assert all(set(hosts[at : at + 6]) == set(HOSTS) for at in range(len(hosts) - 6))
    assert all(13 <= hosts.count(host) <= 17 for host in HOSTS)
