"""The server that holds the store: started, watched and checked."""
