"""A worker without a process."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topicspider.workers.base import Make


class LocalWorker:
    """Works in this process."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self.waiting = 0

    def start(self) -> None:
        self._task = self._make()

    def wait(self) -> None:
        """There is nothing to wait for."""

    def ask(self, message: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any]
        try:
            answer = self._task(message)
        except Exception as error:  # noqa: BLE001 -- it is raised where the answer is waited for
            future = asyncio.get_running_loop().create_future()
            future.set_exception(error)
            return future
        if isinstance(answer, Future):
            return asyncio.wrap_future(answer)
        future = asyncio.get_running_loop().create_future()
        future.set_result(answer)
        return future

    async def close(self) -> Any:
        return await asyncio.to_thread(self._task.close)
