"""Judged test sets from files: our own layout, WMT ranking CSV, mt-metrics-eval."""
