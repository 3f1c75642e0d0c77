"""Webhooks: signed messages to addresses that a club's organisers chose, by Standard Webhooks 1.0."""
