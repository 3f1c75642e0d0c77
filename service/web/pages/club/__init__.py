"""The pages of a club: people, slips, the audit."""
