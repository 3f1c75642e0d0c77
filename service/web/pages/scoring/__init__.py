"""The scorer's page: a match recorded roll by roll on a phone."""
