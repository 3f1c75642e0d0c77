"""Tournaments as they were played: brackets, and rounds of a Swiss."""
