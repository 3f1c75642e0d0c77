"""Parts of a format that few formats have: stages one after the other, and second chances of players who are out."""
