"""The `tesla` command, one module per subcommand."""
