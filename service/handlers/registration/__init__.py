"""Use cases of lists of people: what the lines of an entry list become, and a club's players."""
