"""The contract of a request between the server and the web application."""
