"""What tests share: real servers and databases, and the crawls they start."""
