"""Places in a tournament that is running: alternates, re-entries, buy-backs."""
