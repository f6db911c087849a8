"""Readers of judged test sets: our layout, WMT rankings, mt-metrics-eval, rated files."""
