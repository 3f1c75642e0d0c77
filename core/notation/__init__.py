"""Matches as people and other programs read them: turns as text, transcripts, foreign formats. Nothing is judged."""
