"""A worker's process, seen from inside."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import TopicSpiderError
from topicspider.workers.frames import CLOSED, LOG, READY, Frames, Raised, frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topicspider.workers.base import Task


def serve() -> None:
    """Do the work of a process that ``ProcessWorker`` has started; standard input is the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the crawl ends us when it is done
    line = _Line(socket.socket(fileno=os.dup(0)))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # whatever prints, prints to standard error
    _forward_log(line)
    messages = line.receive()
    try:
        task = next(messages)()
    except TopicSpiderError as error:
        line.send(READY, error)
        return
    gc.freeze()  # dictionaries and modules stay to the end: the collector need not walk through them
    line.send(READY, None)
    for number, message in messages:
        if number == CLOSED:
            line.send(CLOSED, task.close())
            return
        _answer(line, number, task, message)
    task.close()  # the crawl is gone; what it gave us is finished all the same


def _answer(line: _Line, number: int, task: Task, message: Any) -> None:
    try:
        answer = task(message)
    except Exception as error:  # noqa: BLE001 -- it is raised where the message was sent from
        line.send(number, Raised(error))
        return
    if isinstance(answer, Future):
        answer.add_done_callback(lambda done: line.send(number, _outcome(done)))
    else:
        line.send(number, answer)


def _outcome(done: Future[Any]) -> Any:
    error = done.exception()
    return done.result() if error is None else Raised(error if isinstance(error, Exception) else Exception(error))


class _Line:
    """The socket as the process sees it; all its threads may send."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def send(self, number: int, answer: object) -> None:
        data = frame((number, answer))
        with self._lock:
            try:
                self._connection.sendall(data)
            except OSError as error:
                print(f"the crawl is gone: {error}", file=sys.stderr)

    def receive(self) -> Iterator[Any]:
        frames = Frames(self._connection)
        with suppress(ConnectionError):  # killed with an answer unread: as gone as one that has ended
            while (messages := frames.receive()) is not None:
                yield from messages


def _forward_log(line: _Line) -> None:
    logging.getLogger("topicspider").setLevel(logging.INFO)
    logging.root.addHandler(_ForwardHandler(line))


class _ForwardHandler(logging.Handler):
    """Has the crawl log what is logged here."""

    def __init__(self, line: _Line) -> None:
        super().__init__()
        self._line = line

    def emit(self, record: logging.LogRecord) -> None:
        self._line.send(LOG, (record.name, record.levelno, self.format(record)))
