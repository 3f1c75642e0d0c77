"""What is true of tournaments: formats, standings, tie-breaks, the draw."""
