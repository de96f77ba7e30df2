"""No way through the crawler to loopback, private, link-local or metadata addresses."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from support.crawls import article

ADDRESSES = ["127.0.0.1", "0.0.0.0", "10.0.0.1", "169.254.169.254", "100.100.100.200", "::1", "::ffff:127.0.0.1"]
ADDRESSES += ["64:ff9b::7f00:1", "2002:7f00:1::1", "fe80::1"]
SPELLINGS = ["127.0.0.1", "127.0.0.2", "127.1", "0x7f000003", "2130706436", "0177.0.0.5", "10.0.0.1"]
SPELLINGS += ["169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::1]", "localhost"]
NAMES = '''
import json
from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver
from zope.interface import implementer

@implementer(IHostnameResolver)
class Names:
    """Answers with what names.json says; each name has its addresses one after the other, and keeps the last."""

    def __init__(self, reactor):
        self.reactor = reactor
        self.names = json.load(open("names.json"))

    @classmethod
    def from_crawler(cls, crawler, reactor):
        return cls(reactor)

    def install_on_reactor(self):
        self.reactor.installNameResolver(self)

    def resolveHostName(self, receiver, name, port=0, addressTypes=None, transportSemantics="TCP"):
        receiver.resolutionBegan(HostResolution(name))
        answers = self.names.get(name, [name])
        address = answers.pop(0) if len(answers) > 1 else answers[0]
        if address:
            receiver.addressResolved((IPv6Address if ":" in address else IPv4Address)("TCP", address, port))
        receiver.resolutionComplete()
'''


@pytest.fixture
def crawl(crawls):
    """Crawls with names as given; returns the log."""

    def crawl_(names, *settings, env=None, **arguments):
        (crawls.folder / "ournames.py").write_text(NAMES)
        (crawls.folder / "names.json").write_text(json.dumps(names))
        code, _, log = crawls.run("TWISTED_DNS_RESOLVER=ournames.Names", *settings, env=env, **arguments)
        assert code == 0, log
        assert "Traceback" not in log
        return log

    return crawl_


def refused(log):
    found = re.search(r"'topic/refused_count/private_address': (\d+)", log)
    return int(found[1]) if found else 0


def test_neither_links_nor_redirects_nor_names_lead_inside(site, crawls, crawl):
    port = urlsplit(site.url).port
    names = {f"name{n}.test": [address] for n, address in enumerate(ADDRESSES)}
    hosts = [*SPELLINGS, *names]
    links = [f"http://{host}:{port}/link/{n}" for n, host in enumerate(hosts)]
    redirects = [f"/to/{n}" for n in range(len(hosts))]
    site.pages["/"] = article("茶", "茶叶", *links, *redirects)
    for n, host in enumerate(hosts):
        site.pages[f"/to/{n}"] = (302, {"Location": f"http://{host}:{port}/redirect/{n}"}, "")
        site.pages[f"/link/{n}"] = site.pages[f"/redirect/{n}"] = article(f"秘密{n}", "茶叶")
    site.pages["/robots.txt"] = (302, {"Location": f"http://name0.test:{port}/secret.txt"}, "")

    log = crawl({"start.test": ["127.0.0.1"], **names}, seeds=f"http://start.test:{port}/")

    assert sorted(site.fetched) == sorted(["/", *redirects])
    assert set(site.asked) == {"/robots.txt", "/", *redirects}
    outcomes = [line[3] for line in crawls.visited()]
    assert outcomes == ["stored"] + ["failed"] * 2 * len(hosts)
    assert refused(log) == 2 * len(hosts) + 1
    assert log.count("leads to a private address") == 1
    assert "retry/count" not in log


def test_a_name_is_judged_by_the_address_that_is_connected_to(site, crawls, crawl):
    """It has no address at first, which is asked again, and then one inside."""
    port = urlsplit(site.url).port
    site.pages["/"] = article("茶", "茶叶", f"http://changes.test:{port}/secret")
    site.pages["/secret"] = article("秘密", "茶叶")
    names = {"start.test": ["127.0.0.1"], "changes.test": ["", "127.0.0.1"]}
    log = crawl(names, "ROBOTSTXT_OBEY=False", seeds=f"http://start.test:{port}/")
    assert site.fetched == ["/"]
    assert refused(log) == 1


def test_a_setting_allows_hosts_and_their_subdomains(site, crawls, crawl):
    port = urlsplit(site.url).port
    hosts = ["wiki.corp.test", "corp.test", "notcorp.test", "0x7f000001", "127.0.0.2"]
    site.pages["/"] = article("茶", "茶叶", *(f"http://{host}:{port}/{n}" for n, host in enumerate(hosts)))
    site.pages |= {f"/{n}": article(f"页{n}", f"茶叶{n}") for n in range(len(hosts))}
    names = {host: ["127.0.0.1"] for host in ("start.test", *hosts[:3])}
    log = crawl(names, "TOPIC_ALLOWED_PRIVATE_HOSTS=corp.test,127.0.0.1", seeds=f"http://start.test:{port}/")
    assert sorted(site.fetched) == ["/", "/0", "/1", "/3"]
    assert refused(log) == 2


def test_a_network_is_no_host(crawls):
    code, _, log = crawls.run("TOPIC_ALLOWED_PRIVATE_HOSTS=10.0.0.0/8", seeds="http://127.0.0.1:9/")
    assert code == 1
    assert "TOPIC_ALLOWED_PRIVATE_HOSTS: '10.0.0.0/8' is no host" in log
    assert "Traceback" not in log


def test_through_a_proxy_addresses_in_urls_are_refused_and_the_proxy_may_be_anywhere(site, crawls, crawl):
    links = [f"http://{host}/{n}" for n, host in enumerate([*SPELLINGS, "proxy.test"])]
    site.pages["http://start.test/"] = article("茶", "茶叶", "http://b.test/", *links)
    site.pages["http://b.test/"] = article("乙", "绿茶")
    proxy = f"http://proxy.test:{urlsplit(site.url).port}"
    log = crawl({"proxy.test": ["127.0.0.1"]}, env={"http_proxy": proxy}, seeds="http://start.test/")
    assert sorted(site.fetched) == ["http://b.test/", "http://start.test/"]
    assert {urlsplit(url).hostname for url in site.asked} == {"start.test", "b.test"}
    assert refused(log) == len(links)


def test_a_replay_connects_to_nothing_and_refuses_nothing(site, crawls, crawl):
    port = urlsplit(site.url).port
    site.pages["/"] = article("茶", "茶叶", f"http://127.0.0.1:{port}/2")
    site.pages["/2"] = article("乙", "绿茶")
    given = {"seeds": f"http://start.test:{port}/"}
    names = {"start.test": ["127.0.0.1"]}
    crawl(names, "TOPIC_ALLOWED_PRIVATE_HOSTS=127.0.0.1", "TOPIC_WARC=true", **given)
    assert site.fetched == ["/", "/2"]
    log = crawl({}, f"TOPIC_REPLAY={crawls.output / 'warc'}", fresh="true", **given)
    assert refused(log) == 0
    assert len(crawls.visited()) == 2
    assert site.fetched == ["/", "/2"]
