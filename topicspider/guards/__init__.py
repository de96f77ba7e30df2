"""What keeps a crawl out of traps: impossible addresses, patterns and hosts that bring nothing new, budgets. Pure."""

from topicspider.guards.budgets import Budgets, HostRule
from topicspider.guards.guard import OF_HOSTS, Guard

__all__ = ["OF_HOSTS", "Budgets", "Guard", "HostRule"]
