"""The queue: which URLs wait, in which order they are asked for, and what was met."""

from topicspider.frontier.base import Content, Frontier, FrontierLink, Original, Visit, VisitRecord, VisitTotals
from topicspider.frontier.sqlite import SqliteFrontier

__all__ = [
    "Content",
    "Frontier",
    "FrontierLink",
    "Original",
    "SqliteFrontier",
    "Visit",
    "VisitRecord",
    "VisitTotals",
]
