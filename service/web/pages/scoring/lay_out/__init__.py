"""The sheet and the page on which a position is laid out (M14)."""
