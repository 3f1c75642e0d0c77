"""The pages about the API: its resources with examples to try, and each kind of problem."""
