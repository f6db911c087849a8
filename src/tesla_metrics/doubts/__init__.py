"""What a user should know before believing a score: texts that do not look as they should."""
