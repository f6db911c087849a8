"""Frequent forms, worked out beforehand: an index that the native core learns words from."""
