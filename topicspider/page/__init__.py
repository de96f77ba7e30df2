"""What a page is: reading bytes into text, blocks and links."""

from topicspider.page.documents import read_document
from topicspider.page.page import Link, LinkBlock, Page
from topicspider.page.read import is_html, read_page
from topicspider.page.urls import resolve_link, url_identity

__all__ = ["Link", "LinkBlock", "Page", "is_html", "read_document", "read_page", "resolve_link", "url_identity"]
