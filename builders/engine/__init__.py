"""From pinned files to a dataset repository: sources, build, check, diff, card."""
