"""Webhooks: signed messages to addresses that a club's organisers chose, by Standard Webhooks 1.0.

Their kinds are `NEWS_KINDS` of `core/tournament/views/news.py`: feeds tell the same news.
"""
