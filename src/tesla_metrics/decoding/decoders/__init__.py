"""Decoders with a common protocol."""
