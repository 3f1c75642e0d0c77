"""Groups: the draw, who goes on, and where in the bracket."""
