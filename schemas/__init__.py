"""What the world may say and may see: the marshmallow schemas of events, commands, views and errors."""
