"""Which link next: one class a file, its formula and source on top."""

from topicspider.strategies.base import BlockView, LinkView, PageView, Score, Strategy

__all__ = ["STRATEGIES_BASE", "BlockView", "LinkView", "PageView", "Score", "Strategy"]

STRATEGIES_BASE = {
    "breadth_first": "topicspider.strategies.breadth_first.BreadthFirst",
    "depth_first": "topicspider.strategies.depth_first.DepthFirst",
    "random": "topicspider.strategies.random_order.RandomOrder",
    "best_first": "topicspider.strategies.best_first.BestFirst",
    "best_first_page": "topicspider.strategies.best_first_page.BestFirstPage",
    "fish_search": "topicspider.strategies.fish_search.FishSearch",
    "shark_search": "topicspider.strategies.shark_search.SharkSearch",
    "opic": "topicspider.strategies.opic.Opic",
    "pagerank": "topicspider.strategies.pagerank.PageRank",
    "relevance_importance": "topicspider.strategies.relevance_importance.RelevanceImportance",
}
"""The strategies that ``TOPIC_STRATEGY`` knows by name; ``TOPIC_STRATEGIES`` adds to them."""
