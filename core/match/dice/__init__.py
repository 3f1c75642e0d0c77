"""Dice that the service rolls, as the rules of a match."""
