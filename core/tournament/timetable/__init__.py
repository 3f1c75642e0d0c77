"""Timetables: what is to be planned, a proposal, clashes, and what moves if a match is late. Pure functions."""
