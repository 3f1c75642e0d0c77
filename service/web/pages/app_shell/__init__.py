"""Parts by which a browser installs brade."""
