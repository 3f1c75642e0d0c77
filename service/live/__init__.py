"""Live streams: the reader of news, the channels, the frames, and the re-check of viewers' rights."""
