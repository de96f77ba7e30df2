"""Databases under test, a server that can be taken away, and what happens where a service is missing."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.pool import NullPool

from topicspider.storage.tables import pages

SERVER = "mysql+pymysql://root@127.0.0.1:3306/"


def unavailable(reason: str) -> NoReturn:
    """Skip the test, or fail it where the services must be there (in CI)."""
    if os.environ.get("TOPICSPIDER_REQUIRE_SERVICES"):
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass(frozen=True)
class Database:
    url: str

    def execute(self, statement: Any) -> list[Any]:
        engine = create_engine(self.url, poolclass=NullPool)
        with engine.begin() as connection:
            result = connection.execute(text(statement) if isinstance(statement, str) else statement)
            return list(result.mappings()) if result.returns_rows else []

    def rows(self) -> list[Any]:
        return self.execute(select(pages).order_by(pages.c.id))


class Proxy:
    """A door to the MySQL server that can be shut: connections are cut and new ones refused."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def stop(self) -> None:
        for sock in [self._listener, *self._open]:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for sock in [self._listener, *self._open]:
            sock.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", 3306))
                self._open += [client, server]
                for pair in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=self._pump, args=pair))
                    self._threads[-1].start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
