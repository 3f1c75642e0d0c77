"""Operations of clubs, their members and sessions."""
