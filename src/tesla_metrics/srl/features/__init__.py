"""What the labeller looks at: the paper's features, and richer ones."""
