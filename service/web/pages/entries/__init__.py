"""Pages of a tournament's entries."""
