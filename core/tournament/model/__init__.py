"""The values of a tournament, and how its events change them."""
