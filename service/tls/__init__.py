"""The hall's own certificate: an authority that phones trust once, and a certificate of it for the web server."""
