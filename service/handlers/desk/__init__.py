"""Use cases of the referee's desk."""
