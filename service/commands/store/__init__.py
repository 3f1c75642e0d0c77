"""The store as commands open, check and mend it."""
