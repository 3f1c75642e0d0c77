"""Feeds of a club: news of its tournaments."""
