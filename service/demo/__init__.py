"""A club's weekend, with recorded matches and whole results, played through the public HTTP API as any client would."""
