"""What every request to the web application has in common, whichever view answers it."""
