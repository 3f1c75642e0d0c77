"""Requests and answers about series."""
