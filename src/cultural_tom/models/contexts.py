"""Requests in the order in which what they have in common is computed once."""

from collections.abc import Sequence

from cultural_tom.prompting.request import Request


def together(requests: Sequence[Request]) -> list[int]:
    """The places of requests, those of one context side by side, contexts in the order in which they first come: servers
    and engines that keep the beginnings of prompts find them again."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, request in enumerate(requests):
        groups.setdefault((request.system, request.context), []).append(place)
    return [place for group in groups.values() for place in group]
