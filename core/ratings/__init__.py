"""Ratings of players, computed from the decided matches of a club and a game by the club's rule."""
