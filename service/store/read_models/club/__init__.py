"""Read models of a club, on the club's shard: its matches and tournaments, its news, its dice and lengths."""
