"""Pages of series: those of a club, the table, a player, the announcement, and the tournaments that count."""
