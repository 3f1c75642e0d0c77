"""The overlay for streams: a match on a transparent page for a streaming program, and how it is added there."""
