"""Use cases of tournaments."""
