"""Readers of the sources drawn since the eighth draw, one file each, named as in sources.toml; `records` gives what a file of the
repository at that path holds: the key of each response, the options as shown, the response. logged_collect.py has the
others."""

from collections.abc import Callable, Iterator

Read = Callable[[str], bytes]  # a file of the repository by its path; behind a "#" stands which part of it
Found = Iterator[tuple[str, list[str], str]]  # record, options as shown, response
