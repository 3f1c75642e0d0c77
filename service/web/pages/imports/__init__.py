"""Pages on which organisers take players and results over from files of other programs."""
