"""What crawl and process send each other: pickled (number, content), after its length in 8 bytes."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

READY, CLOSED, LOG = -1, -2, -3
"""What stands in place of a message's number."""
_HEAD = struct.Struct("!Q")
_CHUNK = 1 << 18


class Raised:
    """An answer that is an error."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class Frames:
    """Cuts what comes through a socket into messages."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = memoryview(bytearray(_CHUNK))
        self._data = bytearray()

    def receive(self) -> list[Any] | None:
        """Read once from the socket and return the messages that are complete; ``None`` at its end."""
        length = self._connection.recv_into(self._buffer)
        if not length:
            return None
        self._data += self._buffer[:length]
        return list(self._complete())

    def _complete(self) -> Iterator[Any]:
        while len(self._data) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._data)
            end = _HEAD.size + length
            if len(self._data) < end:
                return
            with memoryview(self._data) as view, view[_HEAD.size : end] as content:
                message = pickle.loads(content)  # noqa: S301 -- from our own child or parent
            del self._data[:end]
            yield message


def frame(message: object) -> bytes:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _HEAD.pack(len(data)) + data
