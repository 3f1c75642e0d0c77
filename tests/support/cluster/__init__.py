"""Stores of several servers, for tests."""
