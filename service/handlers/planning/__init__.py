"""Use cases of the planner: before a tournament is announced, and while it is played."""
