"""Requests, an endpoint that asks a `bad_server.Server`, and a run of it to its end."""

from bad_server import Time

from cultural_tom.http.waiting import Backoff, Clock
from cultural_tom.models.endpoint import build
from cultural_tom.models.interface import Settings
from cultural_tom.problems import InputError
from cultural_tom.prompting.request import Request

SECRET = "sk-secret-of-this-test-0123456789"
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


def request(n=0, form="choice", options=("yes", "no"), **more):
    row = {"id": f"x_en/{n}", "answer_format": form, "slots": [], "options": list(options)}
    given = {"row": row, "prompt": "direct-en-1", "system": "Rules.", "context": f"Story {n}.\n\n",
             "question": "Question: why?\n\n", "listing": "A. yes\nB. no\n\n", "closing": "End with: Answer: [letter]",
             "cues": ("Answer:",), "options": tuple(options)}  # fmt: skip
    return Request(**(given | more))


def model(server, clock=None, attempts=3, **settings):
    clock = clock or Time()
    given = Settings(**({"base_url": server.url, "concurrency": 1, "timeout": 60.0} | settings))
    return build("m", given, clock=Clock(clock.now, clock.sleep), backoff=Backoff(attempts), draw=lambda: 0.5)


def run(endpoint, requests):
    """All replies by place; what stopped the run, or None."""
    found = {}
    try:
        for batch in endpoint.answer(requests):
            for place, reply in batch:
                assert place not in found
                found[place] = reply
    except InputError as e:
        return found, e
    return found, None


def question(body):
    """The number of the story in what a server was asked."""
    content = body["messages"][-1]["content"]
    text = content if isinstance(content, str) else content[1]["text"]
    return int(text.split("Story ")[1].split(".")[0])
