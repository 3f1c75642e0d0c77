"""Pages on which a tournament is announced, changed and led from step to step."""
