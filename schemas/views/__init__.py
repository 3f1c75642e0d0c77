"""Schemas of what goes out."""
