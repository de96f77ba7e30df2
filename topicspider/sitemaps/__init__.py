"""Sitemaps and feeds: the pages that a site names itself. Pure."""

from topicspider.sitemaps.read import Sitemap, SitemapUrl, read_sitemap

__all__ = ["Sitemap", "SitemapUrl", "read_sitemap"]
