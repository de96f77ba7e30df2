"""Which site a host belongs to."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tldextract import TLDExtract

from topicspider.page.urls import host_of

if TYPE_CHECKING:
    from collections.abc import Collection


@lru_cache(maxsize=16384)
def registered_domain(host: str) -> str:
    """Return the domain that somebody registered: ``example.com.cn`` of ``news.example.com.cn``, ``me.github.io``.

    An IP address is its own; under an ending that no registry lists it is the last two labels.
    """
    if host.startswith("[") or host.rpartition(".")[2].isdigit():
        return host
    return _extract()(host).top_domain_under_public_suffix or ".".join(host.split(".")[-2:])


def is_same_site(url: str, other: str) -> bool:
    host, other_host = host_of(url), host_of(other)
    return host == other_host or registered_domain(host) == registered_domain(other_host)


def is_within(host: str, domains: Collection[str]) -> bool:
    """Say whether *host* is one of *domains* or below one."""
    labels = host.split(".")
    return any(".".join(labels[start:]) in domains for start in range(len(labels)))


@cache
def _extract() -> TLDExtract:
    """By the list that comes with the library: nothing is fetched, nothing is written."""
    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
