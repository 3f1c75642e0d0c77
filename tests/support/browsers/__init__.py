"""Browsers of tests, and what they keep."""
