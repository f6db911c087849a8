"""From people's judgments to the weights of a metric."""
