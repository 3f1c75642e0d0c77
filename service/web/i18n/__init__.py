"""Events, labels and errors in the reader's language."""
