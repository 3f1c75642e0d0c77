"""Timetables: of a tournament, and of all that are played in the hall; for all to read, for referees to move."""
