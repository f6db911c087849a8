"""Human judgments, meta-evaluation, comparison of systems, and training of metrics."""
