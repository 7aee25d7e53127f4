"""Where a request goes, and with which key: both checked before anything is sent."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from cultural_tom.problems import InputError
from cultural_tom.visible import short


@dataclass(frozen=True, slots=True)
class Key:
    """A secret and the environment variable that it stands in; both empty where there is none."""

    name: str = ""
    value: str = field(default="", repr=False)

    @classmethod
    def of_environment(cls, names: Sequence[str]) -> "Key":
        """The first of these variables that holds something. Raises `InputError`, which does not show it, for what no
        header can hold."""
        name = next((name for name in names if os.environ.get(name, "").strip()), "")
        value = os.environ[name].strip() if name else ""
        if not (value.isascii() and all("!" <= c <= "~" for c in value)):
            raise InputError.one(
                name, "holds blanks, line ends or other characters that no key has; copy the key again"
            )
        return cls(name, value)


def loopback(host: str) -> bool:
    """Whether a host is this machine, by its very name: what is sent there leaves no machine.

    >>> loopback("127.0.0.1"), loopback("::1"), loopback("localhost"), loopback("localhost.example.org")
    (True, True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def chat_completions(url: str, option: str, key: Key, variable: str) -> str:
    """The address of chat completions below an API's base (`https://host/v1`), or the address itself.

    option: where the URL stands, for messages. variable: where a key belongs. Raises `InputError` for what is no plain
    address, and for one where the key would be sent in clear text to another machine.

    >>> chat_completions("http://127.0.0.1:8000/v1/", "--base-url", Key(), "KEY")
    'http://127.0.0.1:8000/v1/chat/completions'
    """
    # An address with a password or a query is not repeated in a message.
    shown = short(url) if not set("@?#") & set(url) else "the address"
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError as e:
        why = f": {e}" if shown != "the address" else ""
        raise InputError.one(option, f"{shown} is no URL{why}") from None
    if parts.username or parts.password or parts.query or parts.fragment:
        raise InputError.one(option, f"must be a plain address; a key belongs into {variable}")
    if parts.scheme not in ("http", "https") or not host:
        raise InputError.one(option, f"{shown} must begin with https:// or http:// and name a host")
    if not all("!" <= c <= "~" for c in url):
        raise InputError.one(
            option, f"{shown} holds blanks or characters beyond ASCII; write them as an address has them"
        )
    if parts.scheme == "http" and key.value and not loopback(host):
        raise InputError.one(
            option,
            f"{shown} would send the key in clear text; use https, or unset {key.name} if it needs none",
        )
    path = parts.path.rstrip("/")
    path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
    return f"{parts.scheme}://{parts.netloc}{path}"
