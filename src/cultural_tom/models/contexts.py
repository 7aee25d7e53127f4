"""Requests in the order in which what they have in common is computed once."""

from collections.abc import Sequence

from cultural_tom.prompting.request import Request


def by_context(requests: Sequence[Request]) -> list[list[int]]:
    """The places of the requests of each context, contexts in the order in which they first come."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, request in enumerate(requests):
        groups.setdefault((request.system, request.context), []).append(place)
    return list(groups.values())


def together(requests: Sequence[Request]) -> list[int]:
    """The places of requests, those of one context side by side: servers and engines that keep the beginnings of prompts
    find them again."""
    return [place for group in by_context(requests) for place in group]
