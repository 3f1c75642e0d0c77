"""Prints as PDF: documents on A4, typeset by typst with letters of their own, tagged for screen readers."""
