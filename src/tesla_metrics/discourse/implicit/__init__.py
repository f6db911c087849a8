"""Relations that no connective says."""
