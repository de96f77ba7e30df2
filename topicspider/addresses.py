"""Addresses that the Internet reaches, and those that lead into one's own computer, network or cloud."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from topicspider.page.urls import host_of, resolve

# RFC 4291 §2.4 and IANA: the only IPv6 unicast addresses that are handed out.
_IPV6_PUBLIC = IPv6Network("2000::/3")
# IPv6 addresses that stand for an IPv4 address, and the bits right of it.
_EMBEDDING = {
    IPv6Network("::/96"): 0,  # IPv4-compatible, RFC 4291 §2.5.5.1
    IPv6Network("::ffff:0:0/96"): 0,  # IPv4-mapped, RFC 4291 §2.5.5.2
    IPv6Network("::ffff:0:0:0/96"): 0,  # IPv4-translated, RFC 2765 §2.1
    IPv6Network("64:ff9b::/96"): 0,  # NAT64, RFC 6052 §2.1
    IPv6Network("2002::/16"): 80,  # 6to4, RFC 3056 §2
}
_TEREDO = IPv6Network("2001::/32")  # RFC 4380; its IPv4 address is that of a home router, so none is public
# Public by their number only: the anycast of 6to4 relays (RFC 7526), and what tells Azure's machines about themselves.
_NOT_PUBLIC = (IPv4Network("192.88.99.0/24"), IPv4Network("168.63.129.16/32"))


def is_public(address: str) -> bool:
    """Say whether *address* is one of the Internet; what is no IPv4 or IPv6 address is none.

    Not public are loopback, private, shared (100.64/10), link-local (with the metadata of clouds), multicast and
    reserved addresses, and IPv6 addresses that stand for such an IPv4 address.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        embedded = _embedded(ip)
        if embedded is None:
            return ip.is_global and ip in _IPV6_PUBLIC and ip not in _TEREDO
        ip = embedded
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in _NOT_PUBLIC)


def is_private_host(host: str) -> bool:
    """Say whether *host* alone, a ``normal_host``, tells that it is not public: an address, or localhost (RFC 6761)."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ip_address(host)
    except ValueError:
        return False
    return not is_public(host)


def normal_host(host: str) -> str:
    """Return *host* as browsers have it: names in ASCII, addresses (``0x7f.1``, ``[::0:1]``) as ``127.0.0.1``, ``::1``.

    What browsers take for no host is returned in lower case.
    """
    bare = host.strip("[]")
    url = resolve(f"http://[{bare}]/" if ":" in bare else f"http://{bare}/", "about:blank")
    return host_of(url).strip("[]") if url else bare.lower()


def _embedded(ip: IPv6Address) -> IPv4Address | None:
    for network, shift in _EMBEDDING.items():
        if ip in network:
            return IPv4Address(int(ip) >> shift & 0xFFFFFFFF)
    return None
