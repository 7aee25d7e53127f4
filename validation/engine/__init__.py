"""Which checks there are, how they run over a build, and what a result is."""
