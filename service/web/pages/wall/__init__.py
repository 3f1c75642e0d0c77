"""Pages for a projector in the hall: boards, pairings, standings, bracket and winners, one after the other."""
