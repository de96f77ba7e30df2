"""What a worker is: it is given messages and answers each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from topicspider.exceptions import TopicSpiderError

if TYPE_CHECKING:
    import asyncio


class Task(Protocol):
    """What a worker does: called with a message it gives the answer, or a future of it."""

    def __call__(self, message: Any, /) -> Any: ...

    def close(self) -> Any:
        """Finish what was begun; what is returned is the worker's last answer."""


Make = Callable[[], Task]
"""Makes the task. For a process it must be picklable: a function of a module, or a partial of one."""


class Worker(Protocol):
    """``start`` begins, ``wait`` blocks until the task is made, and raises what that raises. ``close`` must be called.

    Messages can be given without ``wait``; an error of making the task then loses the worker.
    """

    def start(self) -> None: ...

    def wait(self) -> None: ...

    @property
    def waiting(self) -> int:
        """How many messages are not answered yet."""

    def ask(self, message: Any) -> asyncio.Future[Any]:
        """Return the answer to come, or the error that the task raised. Called in an event loop, always the same."""

    async def close(self) -> Any:
        """Wait until all is answered, end the worker, and return the last answer of the task."""


class WorkerLostError(TopicSpiderError):
    """Raised for what a process had not answered when it came to its end.

    ``is_suspect`` says whether the message was the one at work: the others can be given to another worker.
    """

    def __init__(self, message: str, *, is_suspect: bool) -> None:
        super().__init__(message)
        self.is_suspect = is_suspect
