"""Tasks for workers."""

import logging
import os
from concurrent.futures import Future
from threading import Timer

from topicspider.exceptions import ConfigError


class Echo:
    """Answers each message with itself, or does what it says."""

    def __init__(self):
        self.heard = 0

    def __call__(self, message):
        self.heard += 1
        if message == "fail":
            raise ValueError("it was said")
        if message == "die":
            os._exit(3)
        if message == "log":
            logging.getLogger("topicspider.support").warning("100%% %s", "heard")
        if message == "print":
            print("noise", flush=True)
        if isinstance(message, tuple):
            return self.later(*message)
        return message

    def later(self, seconds, answer):
        future = Future()
        give = future.set_exception if isinstance(answer, Exception) else future.set_result
        Timer(seconds, give, (answer,)).start()
        return future

    def close(self):
        return self.heard


def refuse():
    raise ConfigError("no such thing")


def vanish():
    os._exit(4)
