"""Series of a club: its tournaments of a period, what their results are worth, and the table of all of them."""
