"""The number by which the frontier knows a URL."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def key_of(url: str, identity: Callable[[str], str]) -> int:
    """Hash what makes *url* the same resource, by *identity*, to 64 bits, read as a signed number."""
    digest = blake2b(identity(url).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
