"""Stages one after the other: a format is played by those who start, another by those who go on from it."""
