"""Requests about files of other programs, and what such a file becomes."""
