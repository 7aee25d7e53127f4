"""Requests to a server that somebody else runs: the address, the key, one exchange within its bounds, trying again.

Nothing here knows what is asked; a judge and a model are asked through the same `Client`."""
