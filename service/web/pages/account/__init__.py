"""Signing in, the account, and links to tables."""
