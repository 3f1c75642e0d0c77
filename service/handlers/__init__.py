"""One function per use case: who may, what follows, append; no rule of a game is decided here."""
