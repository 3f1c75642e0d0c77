"""A club's evening of recorded matches, played through the public HTTP API as any client would."""
