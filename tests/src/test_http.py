"""Requests to a server that misbehaves: bounded in time and size, tried again within reason, and never with a lost key."""

import html
import json
import random
import socket
import threading
from email.utils import formatdate
from urllib.parse import quote

import pytest
from bad_server import Server, Time, endless, error, ok, raw, said, status

from cultural_tom.http.address import Key, chat_completions
from cultural_tom.http.client import Client, NoReply, Refused
from cultural_tom.http.exchange import HEADER_BYTES, Broken, post
from cultural_tom.http.waiting import LONGEST_ASKED, Backoff, Clock, Limiter, retry_after
from cultural_tom.problems import InputError

SECRET = "sk-secret-of-this-test-0123456789"
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def words(document):
    return document["choices"][0]["message"]["content"]


def client(server, clock=None, **more):
    clock = clock or Time()
    settings = {"seconds": 60.0, "clock": Clock(clock.now, clock.sleep), "draw": lambda: 0.5} | more
    key = settings.pop("key", Key())
    return Client(f"{server.url}/chat/completions", key, **settings)


def ask(server, *args, **more):
    def read(document):
        try:
            return words(document)
        except (KeyError, IndexError, TypeError) as e:
            raise ValueError(f"no completion: {document}") from e

    return client(server, *args, **more).ask({"q": 1}, read)


# --- one exchange


CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
TOO_LONG = "longer than 1000 bytes"


@pytest.mark.parametrize(
    ("act", "message"),
    [
        pytest.param(raw(), "closed", id="closed at once"),
        pytest.param(raw(b"HTTP/1."), "BadStatusLine", id="closed in the status"),
        pytest.param(raw(b"SSH-2.0-OpenSSH_9\r\n"), "BadStatusLine", id="not HTTP"),
        pytest.param(
            raw(HEAD, b"Content-Length: 100\r\n\r\n{}"), "98 bytes are missing", id="shorter than promised"
        ),
        pytest.param(raw(CHUNKED, b"ffffff\r\n{}"), "IncompleteRead", id="chunk cut off"),
        pytest.param(raw(CHUNKED, b"xyz\r\n{}"), "IncompleteRead", id="no chunk"),
        pytest.param(endless(HEAD, b"X: y\r\n"), "100 headers", id="endless headers"),
        pytest.param(endless(HEAD + b"X: ", b"y" * 1000), "LineTooLong", id="endless header line"),
        pytest.param(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), TOO_LONG, id="endless 100s"),
        pytest.param(endless(HEAD + b"\r\n", b" " * 10_000), TOO_LONG, id="endless body"),
        pytest.param(endless(CHUNKED, b"a\r\n0123456789\r\n" * 1000), TOO_LONG, id="endless chunks"),
        pytest.param(endless(CHUNKED + b"0\r\n", b"Trailer: x\r\n" * 100), TOO_LONG, id="endless trailers"),
        pytest.param(
            raw(HEAD, b"Content-Length: 99999999999999\r\n\r\n", b" " * 2000), TOO_LONG, id="terabytes"
        ),
        pytest.param(
            raw(HEAD, b"Content-Length: 1001\r\n\r\n", b" " * 1001), TOO_LONG, id="a little too long"
        ),
    ],
)
def test_what_is_no_whole_reply_ends_by_its_size_and_not_by_its_time(act, message):
    with Server(act) as server, pytest.raises(Broken, match=message):
        post(server.url, b"{}", {}, seconds=60, size=1000)


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (HEAD, b"X"),
        (HEAD + b"\r\n", b" "),
        (b"", b"H"),
        (CHUNKED, b"1\r\n \r\n"),
    ],
    ids=["header", "body", "status", "chunks"],
)
def test_a_reply_that_drips_ends_at_the_deadline(begin, piece):
    """Each byte comes well within a socket's time-out, and the whole never."""
    with (
        Server(endless(begin, piece, pause=0.02)) as server,
        pytest.raises(Broken, match=r"within 0\.3 seconds"),
    ):
        post(server.url, b"{}", {}, seconds=0.3, size=1000)


def test_a_server_that_hardly_reads_ends_at_the_deadline():
    """Each piece that it takes would begin a socket's time-out anew."""
    size, took, ended = 20_000_000, [], threading.Event()

    def sip(slow):
        connection, _ = slow.accept()
        with connection:
            while not ended.wait(0.01) and (piece := connection.recv(65_536)):
                took.append(len(piece))

    with socket.create_server(("127.0.0.1", 0)) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        threading.Thread(target=sip, args=(slow,), daemon=True).start()
        with pytest.raises(Broken, match=r"within 0\.3 seconds"):
            post(f"http://127.0.0.1:{slow.getsockname()[1]}/v1", b" " * size, {}, seconds=0.3, size=1000)
        before = sum(took)
        ended.set()
    assert before < size / 2


def test_a_whole_reply_is_taken_as_it_is_whatever_its_status():
    with Server(status(418, b"tea", x_y="z"), raw(HEAD, b"Content-Length: 2\r\n\r\n{}more")) as server:
        answer = post(server.url, b"{}", {}, seconds=60, size=1000)
        assert (answer.status, answer.body, answer.headers["x-y"]) == (418, b"tea", "z")
        assert post(server.url, b"{}", {}, seconds=60, size=1000).body == b"{}"
        assert post(server.url, b"{}", {}, seconds=60, size=1000).headers.get("x-y") is None
    assert server.requests[0][1]["User-Agent"] == "cultural-tom"


def test_headers_have_room_beside_a_body_of_the_greatest_size():
    assert HEADER_BYTES >= 100 * 8192
    with Server(raw(HEAD, b"X: " + b"y" * 60_000 + b"\r\n\r\n", b" " * 1000)) as server:
        assert len(post(server.url, b"{}", {}, seconds=60, size=1000).body) == 1000


def test_nobody_listening_is_said():
    with Server() as server:
        pass
    with pytest.raises(Broken, match="refused"):
        post(server.url, b"{}", {}, seconds=60, size=10)


# --- where it goes


def test_a_redirect_is_not_followed_and_the_other_host_learns_nothing():
    with Server() as other:
        act = status(307, location=f"{other.url}/chat/completions")
        with (
            Server(act, act) as server,
            pytest.raises(Refused, match=f"redirect to {other.url}.*not followed") as e,
        ):
            ask(server, key=Key("K", SECRET))
    assert e.value.status == 307 and len(server.requests) == 1 and other.requests == []


def test_a_proxy_is_used_but_not_on_the_way_to_this_machine(monkeypatch):
    with Server() as proxy, Server() as server:
        monkeypatch.setenv("http_proxy", f"http://{proxy.host}")
        monkeypatch.setenv("https_proxy", f"http://{proxy.host}")
        ask(server, key=Key("K", SECRET))
        assert proxy.requests == [] and len(server.requests) == 1
        post("http://models.example/v1", b"{}", {}, seconds=60, size=1000)
        assert proxy.requests.pop()[0] == "http://models.example/v1"
        with pytest.raises(Broken, match="403"):
            post("https://models.example/v1", b"{}", {"Authorization": SECRET}, seconds=60, size=1000)
        path, headers, _ = proxy.requests.pop()
        assert path == "models.example:443" and SECRET not in str(headers)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://host/v1", "must begin with"),
        ("//host/v1", "must begin with"),
        ("https:///v1", "must begin with"),
        ("https://user:word@host/v1", "plain address"),
        ("https://host/v1?key=word", "plain address"),
        ("https://host/v1#word", "plain address"),
        ("ftp://user:word@host", "plain address"),
        ("https://host:99999/v1", "is no URL"),
        ("https://host:word@x:y/v1", "is no URL"),
        ("https://ho st/v1", "blanks"),
        ("https://höst/v1", "beyond ASCII"),
        ("https://host/v1\r\nX: y", "blanks"),
        ("http://host/v1", "clear text"),
        ("http://localhost.example.org/v1", "clear text"),
        ("http://0.0.0.0/v1", "clear text"),
    ],
)
def test_addresses_that_are_none_or_unsafe_are_refused_without_their_secrets(url, message):
    with pytest.raises(InputError, match=message) as e:
        chat_completions(url, "--base-url", Key("K", SECRET), "MY_KEY")
    assert "word" not in str(e.value) and SECRET not in str(e.value)


@pytest.mark.parametrize(
    ("url", "key"),
    [("http://127.0.0.1:8000/v1", SECRET), ("http://[::1]:8/v1/", SECRET), ("http://localhost/v1", SECRET),
     ("http://127.8.8.8", SECRET), ("http://node17:8000/v1", ""), ("https://host/v1/chat/completions/", SECRET)],
)  # fmt: skip
def test_good_addresses_end_with_chat_completions_once(url, key):
    found = chat_completions(url, "--base-url", Key("K", key), "MY_KEY")
    assert found.endswith("/chat/completions") and found.count("chat/completions") == 1
    assert found.startswith(url.rstrip("/"))


# --- the key


def test_the_key_comes_from_the_first_variable_that_holds_one(monkeypatch):
    monkeypatch.setenv("A", "  ")
    monkeypatch.setenv("B", f" {SECRET}\n")
    assert Key.of_environment(("A", "B")) == Key("B", SECRET)
    assert Key.of_environment(("A", "NONE")) == Key("", "")
    assert SECRET not in repr(Key("B", SECRET))


@pytest.mark.parametrize("inside", ["\n", "\r\nX: y", " ", "\x00", "ключ", "\u2026"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_shown(monkeypatch, inside):
    """http.client would raise with the header, key and all, in its message."""
    if inside != "\x00":  # which the environment cannot hold
        monkeypatch.setenv("A", f"sk-{inside}secret")
        with pytest.raises(InputError) as e:
            Key.of_environment(("A",))
        assert "secret" not in str(e.value) and "A: holds" in str(e.value)


@pytest.mark.parametrize(
    "body",
    [
        error(f"Incorrect API key provided: {SECRET}\x1b[2J"),
        error("wrong", code=SECRET),
        {"detail": f"got Bearer {SECRET}"},
        {"error": SECRET},
        f"<html>{SECRET}</html>".encode(),
        json.dumps(error(SECRET)).replace("secret", "\\u0073ecret").encode(),
        SECRET.encode() + b"\xff\xfe",
        (" " * 190 + SECRET).encode(),
    ],
)
def test_a_key_that_a_server_repeats_is_not_shown(body):
    key = Key("K", SECRET)
    with Server(status(401, body)) as server, pytest.raises(Refused, match="HTTP 401") as e:
        ask(server, key=key)
    assert server.requests[0][1]["Authorization"] == f"Bearer {SECRET}"
    for text in (str(e.value), repr(e.value), e.value.code):
        assert "secret" not in text and "\x1b" not in text and "\n" not in text and len(text) < 400
    with Server(reply=lambda _: ok(body)) as server, pytest.raises(NoReply) as e:
        ask(server, key=key)
    assert "secret" not in str(e.value)
    with Server(status(307, location=f"https://{SECRET}.example/")) as server, pytest.raises(Refused) as e:
        ask(server, key=key)
    assert "secret" not in str(e.value)


AWKWARD = """sk-a/b+c=d\"e\\f'g<h>&0123456789"""


@pytest.mark.parametrize(
    "form",
    [
        lambda k: k,
        lambda k: json.dumps(k)[1:-1],
        lambda k: json.dumps(json.dumps(k))[3:-3],
        lambda k: repr(k)[1:-1],
        lambda k: repr([json.dumps(k)])[3:-3],
        quote,
        lambda k: quote(k, safe="").lower(),
        html.escape,
        lambda k: "".join(f"&#{ord(c)};" for c in k),
        lambda k: "".join(f"\\u{ord(c):04X}" for c in k),
        lambda k: k.replace("/", r"\\/"),
    ],
)
def test_a_key_is_not_shown_in_another_notation_either(form):
    known = Client("http://127.0.0.1:1/v1", Key("K", AWKWARD), seconds=1.0)
    assert known.without_key(f"a {form(AWKWARD)} b") == "a *** b"


def test_a_long_reply_is_searched_for_the_key_at_once():
    known = Client("http://127.0.0.1:1/v1", Key("K", SECRET), seconds=1.0)
    for text in ("\\" * 1_000_000, "&#" + "0" * 1_000_000, "s" * 1_000_000):
        assert known.without_key(text) == text


def test_without_a_key_no_authorization_is_sent():
    with Server() as server:
        ask(server)
    assert "Authorization" not in server.requests[0][1]


# --- trying again


@pytest.mark.parametrize(
    "act",
    [
        status(429),
        status(500),
        status(503),
        status(529),
        raw(),
        raw(HEAD, b"Content-Length: 100\r\n\r\n{}"),
        raw(b"HTTP/1.1 200"),
        raw(HEAD, b"Content-Le"),
        ok(b"<html>busy</html>"),
        ok(b'{"choices": [{"mess'),
        ok(b"\xff\xfe\x00"),
        ok(b"[" * 100_000),
        ok(b"9" * 5000),
        ok(b""),
        ok([]),
        ok({"choices": []}),
        ok(error("upstream is down", code=502)),
        ok(error("upstream is down", code="oops")),
    ],
)
def test_what_may_pass_is_tried_again_so_many_times_and_no_more(act):
    time = Time()
    with Server(*[act] * 3) as server:
        assert ask(server, time) == "Answer: A"
    assert len(server.requests) == 4 and time.slept == [0.5, 1.0, 2.0]
    with Server(*[act] * 6) as server, pytest.raises(NoReply):
        ask(server)
    assert len(server.requests) == 6 and len(server.acts) == 0


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 413, 422, 501])
def test_what_cannot_pass_is_not_tried_again(code):
    with Server(*[status(code, error("no", code="why"))] * 2) as server, pytest.raises(Refused) as e:
        ask(server)
    assert len(server.requests) == 1 and (e.value.status, e.value.code) == (code, "why")


def test_no_credit_comes_as_429_and_is_not_tried_again():
    act = status(429, error("You exceeded your current quota", code="insufficient_quota"))
    with Server(act) as server, pytest.raises(Refused, match="quota"):
        ask(server)
    assert len(server.requests) == 1


def test_an_error_within_a_200_counts_by_its_own_code():
    with Server(ok(error("flagged", code=403))) as server, pytest.raises(Refused) as e:
        ask(server)
    assert e.value.status == 403


def test_failures_are_counted_by_kind():
    with Server(status(429), status(500), raw(), ok(b"<html>")) as server:
        one = client(server)
        one.ask({}, words)
    assert one.failures == {"429": 1, "500": 1, "broken": 1, "malformed": 1}


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry_After": "7"}, 7.0),
        ({"Retry_After": "1.5"}, 1.5),
        ({"Retry_After": "3600"}, LONGEST_ASKED),
        ({"retry_after_ms": "250", "Retry_After": "9"}, 0.25),
        ({"retry_after_ms": "soon", "Retry_After": "9"}, 9.0),
    ],
)
@pytest.mark.parametrize("code", [429, 503])
def test_what_the_server_asks_for_is_waited_for(headers, seconds, code):
    time = Time()
    with Server(status(code, **headers)) as server:
        ask(server, time)
    assert time.slept == [seconds + 0.5]  # and half of the first pause, so that not all come back at once


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (formatdate(1000 + 30, usegmt=True), 30.0),
        ("Thu, 01 Jan 1970 00:17:10 +0000", 30.0),
        ("Thu, 01 Jan 1970 00:17:10 -0000", 30.0),
        (formatdate(1000 + 9000, usegmt=True), LONGEST_ASKED),
        (formatdate(500, usegmt=True), 0.0),
        ("Thu, 01 Jan 99999 00:00:00 GMT", 0.0),
        ("-5", 0.0),
        ("nan", 0.0),
        ("inf", 0.0),
        ("", 0.0),
        ("soon", 0.0),
        ("1" * 5000, LONGEST_ASKED),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(value, seconds):
    assert retry_after({"retry-after": value}, 1000.0) == pytest.approx(seconds)


def test_a_date_is_waited_for_over_http():
    time = Time()
    with Server(status(429, Retry_After="Fri, 01 Jan 2100 00:00:00 GMT")) as server:
        ask(server, time)
    assert time.slept == [LONGEST_ASKED + 0.5]


def test_waits_are_drawn_from_the_whole_of_a_doubling_span():
    draw, backoff = random.Random(7), Backoff(pause=2.0, longest=30.0)
    for failures, most in ((1, 2), (2, 4), (3, 8), (4, 16), (5, 30), (1000, 30)):
        waits = [backoff.wait(failures, 0, draw.random()) for _ in range(1000)]
        assert 0 <= min(waits) < 0.01 * most < 0.99 * most < max(waits) <= most
        assert sum(waits) / 1000 == pytest.approx(most / 2, rel=0.05)


# --- turns


def starts(limiter, time, sizes):
    found = []
    for size in sizes:
        limiter.turn(size)
        found.append((time.now(), size))
    return found


def most_in_a_minute(found):
    return max(sum(n for t, n in found if begin <= t < begin + 60 - 1e-9) for begin, _ in found)


def test_no_minute_holds_more_requests_than_allowed():
    time = Time()
    found = starts(Limiter(Clock(time.now, time.sleep), requests=30), time, [1] * 200)
    assert most_in_a_minute(found) == 30
    assert found[-1][0] == pytest.approx(199 * 2)  # and no fewer


def test_no_minute_holds_more_tokens_than_allowed_even_after_a_lull():
    time = Time()
    limiter = Limiter(Clock(time.now, time.sleep), tokens=1000)
    found = starts(limiter, time, [100] * 50)
    assert most_in_a_minute(found) == 1000
    time.sleep(600)  # nothing is saved up
    assert most_in_a_minute(starts(limiter, time, [100] * 50)) == 1000


def test_tokens_that_were_not_used_are_given_back_and_those_that_were_more_are_paid():
    time = Time()
    limiter = Limiter(Clock(time.now, time.sleep), tokens=600)
    limiter.turn(100)  # ten seconds
    limiter.correct(-50)
    limiter.turn(100)
    assert time.now() == pytest.approx(5)
    limiter.correct(100)
    limiter.turn()
    assert time.now() == pytest.approx(5 + 20)


def test_a_pause_holds_everybody_back_and_they_come_one_by_one_then():
    """Who waits for a turn when the pause comes, queues up again behind it."""
    time = Time()
    limiter = Limiter(
        Clock(time.now, lambda s: (time.sleep(s), paused and limiter.pause(paused.pop()))), requests=60
    )
    paused = []
    assert [t for t, _ in starts(limiter, time, [1, 1])] == [0, 1]
    paused.append(20.0)  # comes while the next one waits for second 2
    assert [t for t, _ in starts(limiter, time, [1, 1, 1])] == pytest.approx([22, 23, 24])


@pytest.mark.parametrize(
    ("act", "pauses"),
    [(status(429), [0.5]), (status(503, Retry_After="10"), [10.5]), (status(500), []), (raw(), [])],
)
def test_a_429_or_a_wish_to_wait_pauses_all_workers_and_a_failure_only_its_own(act, pauses):
    time, seen = Time(), []

    class Watched(Limiter):
        def pause(self, seconds):
            seen.append(seconds)
            super().pause(seconds)

    with Server(act) as server:
        ask(server, time, limiter=Watched(Clock(time.now, time.sleep)))
    assert seen == pauses and time.slept == (pauses or [0.5])


def test_a_reply_in_utf8_with_a_byte_order_mark_or_garbage_is_read():
    body = json.dumps(said("日本")).encode()
    with Server(ok(b"\xef\xbb\xbf" + body), ok(json.dumps(said("x\ud800")).encode())) as server:
        assert ask(server) == "日本"
        assert ask(server) == "x\ud800"
    with Server(ok(b'{"choices": [{"message": {"content": "a\xffb"}}]}')) as server:
        assert ask(server) == "a\ufffdb"
