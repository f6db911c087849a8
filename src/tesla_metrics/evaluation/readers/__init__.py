"""Readers of judged test sets: folders of several layouts, and single files."""
