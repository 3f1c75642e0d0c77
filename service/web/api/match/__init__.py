"""Operations of matches."""
