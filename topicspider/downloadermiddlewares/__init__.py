"""What TopicSpider adds between engine and downloader: one component a file."""
