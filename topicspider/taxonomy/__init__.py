"""A topic as a node of a taxonomy: what stands around it guides the crawl, what stands below it says what is meant."""

from topicspider.taxonomy.context import Description, describe
from topicspider.taxonomy.read import read_surroundings
from topicspider.taxonomy.tree import Listed, Node, Place, Surroundings

__all__ = ["Description", "Listed", "Node", "Place", "Surroundings", "describe", "read_surroundings"]
