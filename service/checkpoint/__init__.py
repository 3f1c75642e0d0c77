"""What the store held last, written outside the store, so that a log that got shorter or was rewritten is noticed."""
