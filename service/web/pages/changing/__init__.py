"""Pages by which a tournament becomes another one than was announced."""
