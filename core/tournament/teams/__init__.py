"""Meetings of teams."""
