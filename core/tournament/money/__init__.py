"""Money of a tournament: what its prizes are worth, who has won what, and what the club keeps."""
