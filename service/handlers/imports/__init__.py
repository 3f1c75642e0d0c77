"""Use cases of files of other programs: looked at against the club and the tournament, then written as looked at."""
