"""TopicSpider: a focused web crawler on Scrapy."""
