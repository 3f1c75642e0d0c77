"""Schemas of the facts of a match, and of positions."""
