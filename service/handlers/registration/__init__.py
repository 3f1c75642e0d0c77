"""Use cases of entry lists: what the lines of a list become."""
