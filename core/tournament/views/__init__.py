"""A tournament as readers are shown it: JSON, CSV, history and differences."""
