"""The front of the service: what is asked of a connection and a request before the application sees them."""
