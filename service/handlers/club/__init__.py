"""Use cases of clubs: members, tokens, sign-in, links and the audit."""
