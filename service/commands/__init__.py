"""The commands of `brade` beside the service itself: one file each."""
