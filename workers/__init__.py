"""Background jobs, each a plain function that may run twice."""
