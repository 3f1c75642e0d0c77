"""Use cases of ratings: a club's rule, its lists, their files, and the list of several clubs."""
