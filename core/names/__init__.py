"""Names of people, teams and clubs: what a name is, which names are one, and which look alike."""
