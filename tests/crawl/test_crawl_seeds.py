"""Many seeds, double seeds, and a spider of one's own."""

from __future__ import annotations

import os

from support.crawls import ROOT, article

OWN_SPIDER = """
from scrapy import Request
from topicspider.spiders.topic import TopicSpider

class OwnSpider(TopicSpider):
    name = "own"

    async def start(self):
        async for request in super().start():
            yield request
        for priority in (0, 100):
            yield Request(f"{self.site}/own/{priority}", self.parse_own, priority=priority, cb_kwargs={"n": priority})
            yield Request(f"{self.site}/own/{priority}", self.parse_own, cb_kwargs={"n": priority})

    def parse_own(self, response, n):
        self.crawler.stats.inc_value(f"own/{n}_count")
"""


def test_all_seeds_get_a_turn_and_double_ones_stop_nothing(site, crawls):
    seeds = [f"/seed/{n}" for n in range(60)]
    hub = [f"/茶叶/{n}" for n in range(400)]
    for n, path in enumerate(seeds):
        site.pages[path] = article(f"种子{n}", f"茶叶 {n}", *[(link, "茶叶绿茶采摘") for link in hub])
    file = crawls.folder / "种子 列表.txt"
    lines = ["# 种子", *(f"{site.url}{path}" for path in seeds[:1] * 3 + seeds), "not a url"]
    file.write_text("\n".join(lines), encoding="gb18030")
    code, _, log = crawls.run("RETRY_ENABLED=False", seeds=str(file), max_pages="60")
    assert code == 0, log
    assert sorted(crawls.rows()) == sorted(f"{site.url}{path}" for path in seeds)
    assert log.count("'not a url' is no http(s) URL") == 1


def test_a_spider_of_ones_own_may_make_requests(site, crawls):
    site.pages |= {"/": article("茶", "茶叶"), "/own/0": b"own", "/own/100": b"own"}
    (crawls.folder / "ownspiders.py").write_text(OWN_SPIDER, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), str(crawls.folder)])
    env = {"PYTHONPATH": path}
    code, _, log = crawls.run("SPIDER_MODULES=ownspiders", spider="own", env=env, seeds=f"{site.url}/", site=site.url)
    assert code == 0, log
    assert "'own/0_count': 1" in log
    assert "'own/100_count': 1" in log
    assert crawls.rows() == [f"{site.url}/"]
