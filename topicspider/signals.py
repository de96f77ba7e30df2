"""Signals that TopicSpider adds to Scrapy's."""

frontier_closing = object()
"""Sent by the scheduler, with ``frontier`` and ``reason``, when all is stored and the frontier can still be read."""
