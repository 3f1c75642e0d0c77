"""Common parts of every request to the web application, whichever view answers it."""
