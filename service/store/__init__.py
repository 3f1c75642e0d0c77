"""The store: the event log, the read models and the server that holds them.

Bytes stay in this room: everyone outside gets words, numbers and events.
"""
