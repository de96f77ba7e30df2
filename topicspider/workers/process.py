"""A worker in a process of its own, seen from the crawl."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from itertools import count
from typing import TYPE_CHECKING, Any

from topicspider.workers.base import WorkerLostError
from topicspider.workers.frames import CLOSED, LOG, READY, Frames, Raised, frame

if TYPE_CHECKING:
    from topicspider.workers.base import Make

logger = logging.getLogger(__name__)

HAS_PROCESSES = os.name == "posix"
"""Whether a process can be handed a socket as its standard input."""
_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from topicspider.workers.serve import serve; serve()"


class ProcessWorker:
    """Works in a process of its own, which ends when this one is gone, however that comes.

    No event loop is needed before the first message.
    """

    def __init__(self, make: Make) -> None:
        self._make = make
        self._numbers = count()
        self._futures: dict[int, asyncio.Future[Any]] = {}
        self._unsent = bytearray()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_lost = False
        self.last_answer: Any = None

    def start(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._frames = Frames(self._socket)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, json.dumps(sys.path)], stdin=theirs.fileno()
            )
        self._socket.sendall(frame(self._make))

    def wait(self) -> None:
        while (messages := self._frames.receive()) is not None:
            for number, answer in messages:
                if number != READY:
                    self._take(number, answer)
                elif answer is None:
                    return
                else:
                    self._end()
                    raise answer
        self._end()
        raise self._lost(is_suspect=True)

    @property
    def pid(self) -> int:
        pid: int = self._process.pid
        return pid

    @property
    def waiting(self) -> int:
        return len(self._futures)

    def ask(self, message: Any) -> asyncio.Future[Any]:
        loop = self._attach()
        future: asyncio.Future[Any] = loop.create_future()
        if self._is_lost:
            future.set_exception(self._lost(is_suspect=False))
            return future
        number = next(self._numbers)
        self._futures[number] = future
        self._send(frame((number, message)))
        return future

    async def close(self) -> Any:
        if not self._is_lost:
            loop = self._attach()
            closed = self._futures[CLOSED] = loop.create_future()
            self._send(frame((CLOSED, None)))
            await closed
        return self.last_answer

    def kill(self) -> None:
        """End the process now; what it was given is lost."""
        self._end()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _attach(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._socket.setblocking(False)
            self._loop.add_reader(self._socket, self._receive)
        return self._loop

    def _send(self, data: bytes) -> None:
        if not self._unsent:
            try:
                data = data[self._socket.send(data) :]
            except BlockingIOError:
                pass  # all of it waits
            except OSError:
                return  # the loop is about to hear the end
        if data:
            if not self._unsent:
                assert self._loop is not None
                self._loop.add_writer(self._socket, self._send_on)
            self._unsent += data

    def _send_on(self) -> None:
        assert self._loop is not None
        try:
            del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._unsent.clear()
        if not self._unsent:
            self._loop.remove_writer(self._socket)

    def _receive(self) -> None:
        try:
            messages = self._frames.receive()
        except BlockingIOError:
            return
        except OSError:
            messages = None
        if messages is None:
            self._lose()
            return
        for number, answer in messages:
            self._take(number, answer)

    def _take(self, number: int, answer: Any) -> None:
        if number == LOG:
            name, level, text = answer
            logging.getLogger(name).log(level, "%s", text)
            return
        if number == READY:
            if answer is not None:
                logger.error("A process could not begin its work: %s", answer)
            return
        if number == CLOSED:
            self.last_answer = answer
            return  # answers of the task's threads may still come: it is closed when the process has ended
        future = self._futures.pop(number)
        if future.done():  # cancelled: nobody waits any more
            return
        if isinstance(answer, Raised):
            future.set_exception(answer.error)
        else:
            future.set_result(answer)

    def _lose(self) -> None:
        """The process is gone: tell all that wait."""
        self._end()
        futures, self._futures = self._futures, {}
        for place, (number, future) in enumerate(futures.items()):
            if future.done():
                continue
            if number == CLOSED:
                future.set_result(None)
            else:
                future.set_exception(self._lost(is_suspect=place == 0))

    def _lost(self, *, is_suspect: bool) -> WorkerLostError:
        return WorkerLostError(f"process {self.pid} came to its end ({self._process.poll()})", is_suspect=is_suspect)

    def _end(self) -> None:
        if self._is_lost:
            return
        self._is_lost = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        self._socket.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
