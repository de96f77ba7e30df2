"""robots.txt as RFC 9309 reads it: what may be fetched, how often, and where the sitemaps are."""

from topicspider.robots.parse import parse_robots
from topicspider.robots.rules import RobotsRules

__all__ = ["RobotsRules", "parse_robots"]
