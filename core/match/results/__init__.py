"""Results: of a game, and of a match from its games."""
