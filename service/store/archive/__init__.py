"""Archived logs: kept in compressed files, read from there as if they were in the store, and brought back."""
