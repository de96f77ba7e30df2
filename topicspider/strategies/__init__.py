"""Which link next: one class a file, its formula and source on top."""

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

__all__ = ["STRATEGIES_BASE", "LinkView", "PageView", "Score", "Strategy"]

STRATEGIES_BASE = {
    "breadth_first": "topicspider.strategies.breadth_first.BreadthFirst",
    "best_first": "topicspider.strategies.best_first.BestFirst",
    "relevance_importance": "topicspider.strategies.relevance_importance.RelevanceImportance",
}
"""The strategies that ``TOPIC_STRATEGY`` knows by name; ``TOPIC_STRATEGIES`` adds to them."""
