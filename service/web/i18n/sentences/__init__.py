"""Sentences on the events of one part: what happens around the play, and the draw."""
