"""Authentication and authorization: tokens, links to tables, passwords, roles."""
