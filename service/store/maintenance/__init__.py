"""The whole store: all its streams, copies of it, and what is shown of it every day."""
