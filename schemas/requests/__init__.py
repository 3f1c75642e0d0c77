"""Schemas of what callers may ask for."""
