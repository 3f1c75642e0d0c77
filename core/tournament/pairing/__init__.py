"""Pairing methods of several formats: Berger tables and lots."""
