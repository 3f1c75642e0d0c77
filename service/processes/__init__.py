"""The processes of `brade serve`: the supervisor, its children, heartbeats and signals."""
