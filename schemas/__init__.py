"""The data that clients send and receive: the marshmallow schemas of events, commands, views and errors."""
