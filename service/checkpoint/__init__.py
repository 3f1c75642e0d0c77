"""Checkpoint outside the store: the last known heads, to detect a log that got shorter or was rewritten."""
