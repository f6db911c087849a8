"""Self-contained web pages."""
