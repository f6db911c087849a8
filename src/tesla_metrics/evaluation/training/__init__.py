"""Train metrics and the role labeller from human judgments."""
