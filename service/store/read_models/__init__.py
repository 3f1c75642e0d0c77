"""Read models: states, verdicts and lists that follow from the log."""
