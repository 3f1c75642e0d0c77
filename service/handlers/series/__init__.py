"""Use cases of series."""
