"""The playing hall: if phones there reach this service, and at which address."""
