"""Requests and answers about ratings."""
