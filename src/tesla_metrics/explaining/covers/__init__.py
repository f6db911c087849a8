"""Covers explained."""
