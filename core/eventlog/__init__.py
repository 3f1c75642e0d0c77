"""Event logs: events as JSON, the hash chain, and the contract of a store."""
