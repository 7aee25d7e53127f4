"""The signature as text: its parts in their order, and what is wrong with a text that is none."""

from dataclasses import replace

import pytest

from cultural_tom.problems import InputError
from cultural_tom.scoring.signature import Signature

PLAIN = Signature(
    version="1.2.3", data="xtomi_en@sha256:0011223344556677,xtomi_fr@sha256:8899aabbccddeeff",
    predictions="0123456789abcdef", edition="full", state="rebuilt", protocol="strict", gold="upstream", extract="27",
    permutations=2, samples=3, partial=False, cluster="context_id", ci=95, resamples=1000, seed=7, figures="fedcba9876543210",
)  # fmt: skip
TEXT = (
    "cultural-tom:1.2.3|xtomi_en@sha256:0011223344556677,xtomi_fr@sha256:8899aabbccddeeff|predictions:0123456789abcdef"
    "|edition:full|state:rebuilt|protocol:strict|gold:upstream|extract:27|perm:2|samples:3|cluster:context_id|ci:95"
    "|boot:1000|seed:7|figures:fedcba9876543210"
)
FULL = replace(
    PLAIN,
    protocol="paper",
    reading="boxed",
    partial=True,
    judged="aaaabbbbccccdddd",
    extract="27+free-judge-1:m",
)


def test_the_text_has_every_part_in_its_order():
    assert str(PLAIN) == TEXT
    assert str(FULL) == (
        "cultural-tom:1.2.3|xtomi_en@sha256:0011223344556677,xtomi_fr@sha256:8899aabbccddeeff|predictions:0123456789abcdef"
        "|edition:full|state:rebuilt|protocol:paper|reading:boxed|gold:upstream|extract:27+free-judge-1:m"
        "|judged:aaaabbbbccccdddd|perm:2|samples:3|partial|cluster:context_id|ci:95|boot:1000|seed:7"
        "|figures:fedcba9876543210"
    )
    assert str(replace(PLAIN, figures="")) == TEXT.rpartition("|")[0]
    assert PLAIN.configs == ["xtomi_en", "xtomi_fr"]


@pytest.mark.parametrize("found", [PLAIN, FULL, replace(FULL, judged="", partial=False)], ids=str)
@pytest.mark.parametrize("frame", ["{}", "signature:{}", "  signature: {} \n", "\n{}  "])
def test_a_text_is_read_back_as_printed(found, frame):
    assert Signature.parse(frame.format(found)) == found


def refused(text):
    with pytest.raises(InputError) as e:
        Signature.parse(text)
    assert e.value.title == "this is no signature of cultural-tom"
    assert {p.where for p in e.value.problems} == {"signature"}
    return [p.message for p in e.value.problems]


@pytest.mark.parametrize(
    "text", ["", "no", "cultural-tom", "predictions:1|cultural-tom:1", "SIGNATURE:" + TEXT]
)
def test_what_does_not_begin_like_one_is_none(text):
    (message,) = refused(text)
    assert message.startswith(f"got {text[:20]!r}"[:-1])
    assert message.endswith(
        "; expected the line that `score` prints last, which begins with cultural-tom:; a saved report is given with "
        "--report, beside its signature"
    )


PARTS = ("predictions", "edition", "state", "protocol", "gold", "extract", "cluster", "figures")
NUMBERS = ("perm", "samples", "ci", "boot", "seed")


@pytest.mark.parametrize("key", [*PARTS, *NUMBERS])
def test_a_part_that_is_missing_is_named(key):
    kept = [p for p in TEXT.split("|") if not p.startswith(f"{key}:")]
    assert refused("|".join(kept)) == [f"needs {key}:<{'int' if key in NUMBERS else 'str'}>, got None"]


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("value", ["", "-1", "1.5", "x", "1" * 20])
def test_a_number_that_is_none_is_named_with_what_stands_there(key, value):
    parts = [f"{key}:{value}" if p.startswith(f"{key}:") else p for p in TEXT.split("|")]
    assert refused("|".join(parts)) == [f"needs {key}:<int>, got {value!r}"]


def test_a_number_of_19_digits_is_read():
    assert Signature.parse(TEXT.replace("seed:7", "seed:" + "9" * 19)).seed == int("9" * 19)


def test_everything_that_is_missing_or_unknown_is_named_at_once():
    assert refused("cultural-tom:1|zzz|partial|other") == [
        *(f"needs {k}:<{'int' if k in NUMBERS else 'str'}>, got None" for k in
          ("predictions", "edition", "state", "protocol", "gold", "extract", "perm", "samples", "cluster", "ci", "boot", "seed",
           "figures")),
        "needs <config>@sha256:<hash>",
        "unknown part(s) other, zzz",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT}|new:1",
        f"{TEXT}|edition:full",
        TEXT.replace("ci:95", "ci:095"),
        TEXT.replace("|edition:full|state:rebuilt", "|state:rebuilt|edition:full"),
        TEXT.replace("|gold:upstream", "|reading:boxed|gold:upstream"),
    ],
)
def test_parts_twice_unknown_ones_and_another_order_are_refused_with_what_was_expected(text):
    (message,) = refused(text)
    assert message.startswith(
        "has parts twice, unknown ones or another order; expected cultural-tom:1.2.3|xtomi_en@"
    )
    assert message.endswith("|figures:fedcba9876543210")


def test_a_prompt_a_record_and_decisions_stand_in_the_text_and_are_read_back():
    found = replace(PLAIN, prompt="answer-en-1", record="1111222233334444", decided="5555666677778888")
    text = str(found)
    for part in ("|prompt:answer-en-1", "|record:1111222233334444", "|decided:5555666677778888"):
        assert text.count(part) == 1
    assert Signature.parse(text) == found
    for name in ("prompt", "record", "decided"):
        one = replace(PLAIN, **{name: getattr(found, name)})
        assert Signature.parse(str(one)) == one and str(one) != TEXT
