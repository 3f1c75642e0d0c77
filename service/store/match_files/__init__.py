"""Text of matches: their logs as lines, and parts of sheets that are kept."""
