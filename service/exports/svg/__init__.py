"""Drawings of brackets and tables."""
