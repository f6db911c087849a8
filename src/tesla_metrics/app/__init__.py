"""The command line, the server, and adapters for other packages."""
