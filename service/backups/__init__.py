"""Backups, and logs in files: written, read, proved, looked at and brought back."""
