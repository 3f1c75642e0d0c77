"""Streams folded from their logs again, and compared with what the store keeps of them."""
