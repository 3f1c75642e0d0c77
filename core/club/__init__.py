"""A club: its players, its members and its tokens."""
