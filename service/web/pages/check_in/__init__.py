"""Pages for the door of the hall: players checked in, late entries, withdrawals."""
