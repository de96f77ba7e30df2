"""A judge that takes its process down with it, as a page could that a library of C stumbles over."""

import os

from topicspider.topic.judge import JUDGES_BASE


class DeadlyJudge(JUDGES_BASE["boolean"]):  # type: ignore[misc]
    def judge(self, title, body, subjects):
        if "要命" in title.text:
            os._exit(3)
        return super().judge(title, body, subjects)
