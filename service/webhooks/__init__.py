"""Webhooks: signed messages to addresses that a club's organisers chose, by Standard Webhooks 1.0.

Their kinds are `ALL_NEWS_KINDS` of `schemas/feeds/news.py`: feeds tell the same news.
"""
