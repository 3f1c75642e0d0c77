"""The rules of the games, of matches and of tournaments. Standard library only."""
