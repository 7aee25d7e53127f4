"""Builders: upstream files -> a dataset repository. Run from a checkout: `python -m builders --help`."""
