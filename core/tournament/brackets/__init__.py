"""Brackets: how they are built, who fills their slots, and what is told of them."""
