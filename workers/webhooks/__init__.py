"""Webhooks: news sent to the addresses that a club's organisers chose."""
