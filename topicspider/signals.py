"""Signals that TopicSpider adds to Scrapy's."""

frontier_closing = object()
"""Sent by the scheduler, with ``frontier`` and ``reason``, when all is stored and the frontier can still be read."""

copy_found = object()
"""Sent by the spider, with ``copy``, for a page whose content another one brought first; handlers may be coroutines."""

robots_read = object()
"""Sent with ``origin`` and ``rules`` (``topicspider.robots.RobotsRules``) for a robots.txt that names sitemaps."""

visit_ended = object()
"""Sent by the scheduler, with ``url`` and ``visit``, for each URL of the frontier whose lease has ended."""
