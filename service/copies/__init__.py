"""A second copy of everything recorded, as it happens: in a folder on another disk, a stick or a share."""
