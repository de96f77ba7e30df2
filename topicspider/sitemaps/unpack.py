"""From the bytes of a response to its text, piece by piece, so that a small file never takes much memory."""

from __future__ import annotations

import codecs
import zlib
from itertools import chain
from typing import TYPE_CHECKING

from topicspider.page.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_UNPACKED = 50 * 1024 * 1024
"""Bytes of a sitemap that are read: what the protocol allows (sitemaps.org 0.9)."""
MAX_LAYERS = 3
"""How often a sitemap may be compressed; there are files that unpack to themselves."""
PIECE = 256 * 1024
_GZIP = b"\x1f\x8b"
_WITH_GZIP_HEADER = 16 + zlib.MAX_WBITS


class Unpacked:
    """The pieces of *body*, decompressed when it is gzip. In the end ``cut`` says whether the rest is missing."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.cut = False

    def __iter__(self) -> Iterator[bytes]:
        pieces: Iterator[bytes] = (self.body[at : at + PIECE] for at in range(0, len(self.body), PIECE))
        for _ in range(MAX_LAYERS):
            first = next(pieces, b"")
            pieces = chain([first], pieces)
            if not first.startswith(_GZIP):
                break
            pieces = self._gunzip(pieces)
        left = MAX_UNPACKED
        for piece in pieces:
            yield piece[:left]
            left -= len(piece)
            if left < 0:
                self.cut = True
                return

    def _gunzip(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Decompress what can be: one gzip file after the other, up to bytes that are none."""
        stream = zlib.decompressobj(_WITH_GZIP_HEADER)
        for piece in pieces:
            rest = piece
            while rest:
                if stream.eof:
                    if not rest.startswith(_GZIP):
                        return
                    stream = zlib.decompressobj(_WITH_GZIP_HEADER)
                before = stream.copy()
                try:
                    unpacked = stream.decompress(rest, PIECE)
                except zlib.error:
                    self.cut = True
                    yield from filter(None, [_up_to_the_error(before, rest)])
                    return
                if unpacked:
                    yield unpacked
                rest = stream.unused_data if stream.eof else stream.unconsumed_tail
        self.cut = self.cut or not stream.eof
        yield stream.flush()


def _up_to_the_error(stream: zlib._Decompress, packed: bytes) -> bytes:
    """Decompress byte by byte: of a call that fails zlib gives nothing."""
    unpacked = bytearray()
    try:
        for at in range(len(packed)):
            unpacked += stream.decompress(packed[at : at + 1])
    except zlib.error:
        pass
    return bytes(unpacked)


def decoded(pieces: Iterable[bytes], content_type: str) -> Iterator[str]:
    """Decode *pieces* in the charset that the first of them shows."""
    decoder = None
    for piece in pieces:
        if decoder is None:
            decoder = codecs.getincrementaldecoder(decode(piece, content_type).charset)("replace")
        yield decoder.decode(piece)
    if decoder is not None:
        yield decoder.decode(b"", final=True)
