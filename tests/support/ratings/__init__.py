"""Rating lists in tests."""
