"""The service: use cases, the store, the HTTP API with its pages, the command line."""
