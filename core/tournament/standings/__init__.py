"""The standings: meetings, scoring, tie-breaks and their explanation."""
