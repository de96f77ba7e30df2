"""Which addresses are of the Internet, however they are written, and what a name's resolver may answer."""

from __future__ import annotations

import pytest
from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.base import PluggableResolverMixin
from twisted.internet.interfaces import IHostnameResolver, IResolutionReceiver
from zope.interface import implementer

from topicspider.addresses import is_private_host, is_public, normal_host
from topicspider.resolver import PublicResolver

PUBLIC = ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "168.63.129.15"]
PUBLIC_IPV6 = ["2606:4700:4700::1111", "2400:3200::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]
LOCAL = ["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "::1", "::"]
PRIVATE = ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.100.100.200", "fd00:ec2::254"]
LINK_LOCAL = ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"]
RESERVED = ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "192.88.99.1"]
RESERVED_IPV6 = ["ff02::1", "ff0e::1", "2001:db8::1", "100::1", "4000::1", "64:ff9b:1::808:808"]
METADATA = ["168.63.129.16"]
EMBEDDED = [
    *("::127.0.0.1", "::10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:100.64.0.1"),
    *("::ffff:0:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::168.63.129.16"),
    *("2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::1", "2002:e000:1::1"),
    *("2001:0:808:808::f5ff:fffe", "2001:0:4136:e378:8000:63bf:80ff:fffe"),
]
NO_ADDRESSES = ["", "localhost", "127.1", "0x7f000001", "2130706433", "8.8.8.8.8", "[2606:4700:4700::1111]"]


@pytest.mark.parametrize("address", PUBLIC + PUBLIC_IPV6)
def test_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address", LOCAL + PRIVATE + LINK_LOCAL + RESERVED + RESERVED_IPV6 + METADATA + EMBEDDED + NO_ADDRESSES
)
def test_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    ("host", "normal"),
    [
        ("0x7f000001", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("%31%32%37.0.0.1", "127.0.0.1"),
        ("１２７。0。0。1", "127.0.0.1"),
        ("[::0:1]", "::1"),
        ("::1", "::1"),
        ("[::ffff:127.0.0.1]", "::ffff:7f00:1"),
        ("Wiki.Intranet.", "wiki.intranet"),
        ("中文.test", "xn--fiq228c.test"),
        ("no host", "no host"),
        ("fe80::1%25eth0", "fe80::1%25eth0"),
    ],
)
def test_a_host_has_one_spelling(host, normal):
    assert normal_host(host) == normal


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True),
        ("::ffff:7f00:1", True),
        ("fe80::1%25eth0", True),
        ("localhost", True),
        ("a.localhost", True),
        ("8.8.8.8", False),
        ("2606:4700:4700::1111", False),
        ("notlocalhost", False),
        ("localhost.example", False),
        ("a.example", False),
    ],
)
def test_what_a_host_tells_by_itself(host, private):
    assert is_private_host(host) is private


@implementer(IHostnameResolver)
class Names:
    """Answers with the next of the lists of addresses."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def resolveHostName(self, receiver, name, port=0, addressTypes=None, transportSemantics="TCP"):
        receiver.resolutionBegan(HostResolution(name))
        for address in self.answers.pop(0):
            receiver.addressResolved((IPv6Address if ":" in address else IPv4Address)("TCP", address, port))
        receiver.resolutionComplete()


@implementer(IResolutionReceiver)
class Heard:
    def __init__(self):
        self.addresses, self.began, self.complete = [], False, False

    def resolutionBegan(self, _):
        self.began = True

    def addressResolved(self, address):
        self.addresses.append((address.host, address.port))

    def resolutionComplete(self):
        self.complete = True


class Reactor(PluggableResolverMixin):
    """As much of a reactor as has to do with names."""

    def ask(self, name):
        heard = Heard()
        self.nameResolver.resolveHostName(heard, name, 80)
        assert heard.began
        assert heard.complete
        return [host for host, port in heard.addresses if port == 80]


def guarded(*answers, allowed=()):
    reactor = Reactor()
    reactor.installNameResolver(Names(*answers))
    resolver = PublicResolver(reactor, lambda host: host in allowed)
    resolver.install()
    return reactor, resolver


def test_only_the_public_addresses_of_a_name_are_answered():
    reactor, resolver = guarded(["10.0.0.1", "8.8.8.8", "::1", "2400:3200::1"])
    assert reactor.ask("mixed.test") == ["8.8.8.8", "2400:3200::1"]
    assert resolver.refused == set()


def test_a_name_that_changes_its_address_is_judged_each_time():
    reactor, resolver = guarded(["8.8.8.8"], ["127.0.0.1"], ["8.8.8.8"], ["fe80::1", "::ffff:10.0.0.1"], [])
    told = [(reactor.ask("Rebind.test"), "rebind.test" in resolver.refused) for _ in range(5)]
    assert told == [(["8.8.8.8"], False), ([], True), (["8.8.8.8"], False), ([], True), ([], False)]


def test_an_allowed_host_may_be_anywhere_however_it_is_written():
    allowed = {"xn--fiq228c.test", "127.0.0.1"}
    reactor, resolver = guarded(["10.0.0.1"], ["127.0.0.1"], ["10.0.0.1"], allowed=allowed)
    assert reactor.ask("中文.test") == ["10.0.0.1"]
    assert reactor.ask("127.1") == ["127.0.0.1"]
    assert reactor.ask("other.test") == []
    assert resolver.refused == {"other.test"}


def test_what_twisted_connects_to_by_an_older_interface_is_checked_too():
    """Such as a proxy of https, or FTP."""
    reactor, _ = guarded(["10.0.0.1"], ["8.8.8.8"])
    heard = []
    for _ in range(2):
        reactor.resolver.getHostByName("a.test").addBoth(heard.append)
    assert heard[0].type.__name__ == "DNSLookupError"
    assert heard[1] == "8.8.8.8"


def test_afterwards_the_resolver_that_was_there_is_back_and_a_later_guard_stays():
    reactor, first = guarded(["10.0.0.1"], ["10.0.0.1"], ["10.0.0.1"])
    second = PublicResolver(reactor, lambda host: False)
    second.install()
    first.uninstall()
    assert reactor.ask("a.test") == []
    second.uninstall()
    assert reactor.ask("a.test") == []
    first.uninstall()
    assert reactor.ask("a.test") == ["10.0.0.1"]
