"""Texts of several sentences explained."""
