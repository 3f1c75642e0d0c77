"""The page of a match and the form of its result."""
