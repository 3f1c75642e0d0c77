"""What files of matches are made of: their logs as text, and parts of sheets that are kept."""
