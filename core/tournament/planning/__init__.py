"""Planning: matches that a tournament still has, and when they end, by simulation."""
