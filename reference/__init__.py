"""Reference results: what baselines score, made again by one command. See docs/baselines.md."""
