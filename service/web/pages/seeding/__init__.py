"""Pages between the entries and the first match: the order of the players, and the first round before it is shown."""
