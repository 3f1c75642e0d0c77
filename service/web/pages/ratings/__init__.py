"""Pages of rating lists: the lists of a club, a list, its matches, a player's curve, and the rule."""
