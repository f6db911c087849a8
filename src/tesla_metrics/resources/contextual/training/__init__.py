"""Train an adapter and a head on human judgments; requires torch."""
