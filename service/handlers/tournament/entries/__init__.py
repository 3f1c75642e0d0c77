"""Use cases of those who take part: entries, alternates, and byes on request."""
