"""What is kept: rows and HTML files, durable, in batches, off the crawl's path."""
