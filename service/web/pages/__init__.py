"""Pages for people: everything that is not under /v1."""
