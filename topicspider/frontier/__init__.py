"""The queue: which URLs wait, in which order they are asked for, and what was met."""

from topicspider.frontier.base import Frontier, FrontierLink, Visit, VisitRecord, VisitTotals
from topicspider.frontier.sqlite import SqliteFrontier

__all__ = ["Frontier", "FrontierLink", "SqliteFrontier", "Visit", "VisitRecord", "VisitTotals"]
