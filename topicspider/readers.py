"""Reading pages in processes of their own: on another core, and so that no page can take the crawl down with it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any, Protocol

from topicspider.exceptions import TopicSpiderError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topicspider.reading import Reader, Reading

logger = logging.getLogger(__name__)

_LENGTH = struct.Struct("!Q")
_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from topicspider.readers import serve; serve()"


class PageReadError(TopicSpiderError):
    """Raised for a page at which the process that read it came to its end."""


class Readers(Protocol):
    """What reads the pages of a crawl."""

    def start(self) -> None: ...

    async def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None: ...

    def close(self) -> None: ...


class LocalReader:
    """Reads in this process."""

    def __init__(self, topic: Mapping[str, Any]) -> None:
        self.topic = dict(topic)

    def start(self) -> None:
        self._reader = _make_reader(self.topic)

    async def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None:
        return self._reader.read(body, url, headers)

    def close(self) -> None:
        """There is nothing to end."""


class ReaderPool:
    """Reads pages for the topic that ``Topic(**topic)`` makes, in *processes* processes.

    ``start`` raises what making the topic raises. ``close`` must be called; a process also ends when this one is gone,
    however that comes.
    """

    def __init__(self, topic: Mapping[str, Any], *, processes: int) -> None:
        self.topic = dict(topic)
        self.processes = processes
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="reader")
        self._free: SimpleQueue[_ReaderProcess] = SimpleQueue()
        self._started: list[_ReaderProcess] = []

    def start(self) -> None:
        try:
            for process in [self._new() for _ in range(self.processes)]:
                process.receive()
                self._free.put(process)
        except BaseException:
            self.close()
            raise

    async def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None:
        """As ``Reader.read``; raises ``PageReadError`` when the page brings its reader down."""
        reading: Reading | None = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._read, (body, url, headers)
        )
        return reading

    def close(self) -> None:
        self._threads.shutdown()
        for process in self._started:
            process.close()

    def _read(self, page: tuple[bytes, str, Mapping[str, str]]) -> Any:
        process = self._free.get()
        try:
            process.send(page)
            return process.receive()
        except (EOFError, OSError) as error:
            logger.exception("The process that reads pages died at %s; a new one is started", page[1])
            process.close()
            process = self._new()
            process.receive()
            raise PageReadError(f"{page[1]} brought down the process that read it") from error
        finally:
            self._free.put(process)

    def _new(self) -> _ReaderProcess:
        process = _ReaderProcess(self.topic)
        self._started.append(process)
        return process


class _ReaderProcess:
    def __init__(self, topic: dict[str, Any]) -> None:
        command = [sys.executable, "-c", _START, json.dumps(sys.path)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(topic)

    def send(self, message: object) -> None:
        assert self._process.stdin is not None
        _send(self._process.stdin, message)

    def receive(self) -> Any:
        assert self._process.stdout is not None
        answer = _receive(self._process.stdout)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


def serve() -> None:
    """Answer on standard output what comes on standard input, until that ends: the work of a reader process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the crawl ends us when it is done
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints, prints to standard error
    try:
        reader = _make_reader(_receive(requests))
    except TopicSpiderError as error:
        _send(answers, error)
        return
    _send(answers, None)
    while (page := _receive(requests, None)) is not None:
        try:
            _send(answers, reader.read(*page))
        except Exception as error:  # noqa: BLE001 -- it is raised where the page was sent from
            _send(answers, error)


def _make_reader(topic: dict[str, Any]) -> Reader:
    from topicspider.reading import Reader
    from topicspider.topic import Topic

    reader = Reader(Topic(**topic))
    reader.topic.warm_up()
    return reader


def _send(stream: IO[bytes], message: object) -> None:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes], *default: Any) -> Any:
    """Return the next message; at the end *default*, or raise ``EOFError``."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        if default:
            return default[0]
        raise EOFError("the other process has ended")
    return pickle.loads(stream.read(*_LENGTH.unpack(head)))  # noqa: S301 -- from our own child or parent
