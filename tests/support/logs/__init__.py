"""Logs as tests write, cut and copy them."""
