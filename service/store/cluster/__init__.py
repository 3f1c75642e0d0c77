"""A store of several servers: a cluster whose primaries hold the shards, or a primary that Sentinel finds."""
