"""What became of the seeds is told, and a crawl without a single page says why and fails."""

from __future__ import annotations

from support.crawls import article


def test_bad_seeds_are_told_and_the_crawl_goes_on_with_the_good_ones(site, crawls):
    site.pages = {
        "http://good.test/": article("茶叶", "绿茶"),
        "http://moved.test/": (301, {"Location": "http://good.test/2"}, ""),
        "http://good.test/2": article("绿茶", "采摘"),
        "http://closed.test/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /\n"),
        "http://closed.test/": article("茶叶", "绿茶"),
        "http://file.test/": (200, {"Content-Type": "image/png"}, b"\x89PNG"),
    }
    hosts = ("good", "moved", "closed", "file", "gone")
    seeds = ",".join(f"http://{host}.test/" for host in hosts)
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds=seeds)
    assert code == 0, log
    assert "2 of 5 seeds brought a page" in log
    assert "The seed http://closed.test/ brought none: robots.txt forbids it" in log
    assert "The seed http://file.test/ brought none: no HTML page" in log
    assert "The seed http://gone.test/ brought none: HTTP 404" in log
    assert "The seed http://moved.test/" not in log
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds=seeds)
    assert code == 0, log
    assert "seeds brought" not in log, "a job that goes on has no new seeds"


def test_a_crawl_of_which_no_seed_brings_a_page_fails_with_one_clear_line(site, crawls):
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds="http://gone.test/,http://lost.test/")
    assert code == 1
    assert "None of the 2 seeds brought a page, so there is nothing to crawl" in log
    assert "Traceback" not in log


def test_a_seed_whose_server_is_down_is_told(crawls):
    code, _, log = crawls.run("DOWNLOAD_TIMEOUT=2", "RETRY_TIMES=0", seeds="http://127.0.0.1:9/")
    assert code == 1
    assert "The seed http://127.0.0.1:9/ brought none: robots.txt cannot be fetched (no answer)" in log
