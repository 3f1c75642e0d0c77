"""Dice that the service rolls: a committed seed, salts of the players, and one stream of rolls for each match."""
