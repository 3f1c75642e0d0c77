"""Series for tests: results of tournaments written in a line, and a table made of them."""
