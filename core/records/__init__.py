"""Matches as people and other programs read them: text of turns, transcripts, foreign formats. Nothing is judged here."""
