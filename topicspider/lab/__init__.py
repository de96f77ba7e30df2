"""Recorded webs: written, read, and crawled again."""
