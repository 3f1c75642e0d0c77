"""Page that leads a phone to https."""
