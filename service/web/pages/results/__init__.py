"""The results of a round on one page, for the organiser."""
