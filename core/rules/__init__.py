"""The interface of a game, and the shared rules of the games."""
