"""The tournament formats, one file each."""
