"""A small Chinese web to crawl without a network: pages of known truth, served on loopback."""
