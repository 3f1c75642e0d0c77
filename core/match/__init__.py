"""A match: its state, the judging of its facts, clocks, the cube and how it is settled."""
