"""Work beside the event loop, in processes of its own or in this one.

A process has another core, another interpreter lock, and can die without taking the crawl with it.
"""

from topicspider.workers.base import Make, Task, Worker, WorkerLostError
from topicspider.workers.local import LocalWorker
from topicspider.workers.process import HAS_PROCESSES, ProcessWorker

__all__ = ["HAS_PROCESSES", "LocalWorker", "Make", "ProcessWorker", "Task", "Worker", "WorkerLostError", "make_worker"]


def make_worker(make: Make, *, own_process: bool = True) -> Worker:
    return ProcessWorker(make) if own_process and HAS_PROCESSES else LocalWorker(make)
