"""Metrics: configuration and formula, one module per metric, plus modules of trained models."""
