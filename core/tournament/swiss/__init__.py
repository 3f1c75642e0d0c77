"""The Swiss: what a pairing costs, the cheapest of all, and the ways out when there is none."""
