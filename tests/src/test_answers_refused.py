"""What is refused of predictions whose rows are known: unknown ids, too many samples, too many problems."""

import pytest
from by_hand import rows, table
from test_answers import answered, prediction, refused

from cultural_tom.predictions.record import MAX_PROBLEMS, Prediction
from cultural_tom.problems import SHOWN, InputError, Problem
from cultural_tom.scoring.answers import MAX_SAMPLES, UNKNOWN_SHOWN, extracted, resolve


def test_unknown_ids_are_named_with_the_nearest_or_the_configs_at_hand():
    made = rows(0)
    found = refused(
        made, prediction("r1", "A", line=1), prediction("r0", "A", config="xtomi_fr", line=2), prediction("é", "A", line=3)
    )  # fmt: skip
    assert found.problems[0] == Problem(
        "p.jsonl line 1", "id 'tombench_en/r1' is unknown; the nearest is 'tombench_en/r0'", line=1
    )
    assert found.problems[1] == Problem(
        "p.jsonl line 2 ('xtomi_fr/r0')", "id is in none of the configs at hand (tombench_en)", line=2
    )


def test_many_unknown_ids_of_one_config_are_a_few_messages_and_each_is_kept():
    """As with predictions for a folder that was built with other options."""
    other = [prediction(f"other{n}", "A", line=n + 1) for n in range(300)]
    found = refused(rows(0), *other, prediction("r0", "A", config="xtomi_fr", line=301))
    assert [p.line for p in found.problems] == list(range(1, 302))
    shown = str(found).splitlines()[1:]
    assert len(shown) == 7
    assert shown[5].endswith(
        "line 6 ('tombench_en/other5') and 294 others: id is of no row of tombench_en at hand; "
        "are the predictions for other data?"
    )


def test_an_id_of_a_config_that_there_is_not_is_told_so():
    found = refused(rows(0), prediction("r0", "A", config="tombench"))
    assert found.problems[0].message == (
        "id is in none of the configs at hand (tombench_en); no config is named 'tombench': "
        "`cultural-tom list` shows them"
    )


def test_an_id_in_another_unicode_form_is_told_so():
    made = rows(0)
    made[0]["id"] = "tombench_en/é"
    found = refused(made, prediction("e\u0301", "A"))
    assert "it differs from 'tombench_en/é' in its Unicode form only" in found.problems[0].message


@pytest.mark.parametrize(
    ("row_id", "held", "message"),
    [
        ("zzz", ("tombench_en", "xtomi_en"), "id is in none of the configs at hand (tombench_en, xtomi_en); "
         "no config is named 'zzz': `cultural-tom list` shows them"),
        ("xtomi_fr/r0", (), "id is in none of the configs at hand (none)"),
        ("tombench_en/unlike all of them", ("tombench_en",), "id 'tombench_en/unlike all of them' is unknown"),
        ("tombench_en/r\u0065\u0301", ("tombench_en",),
         "id 'tombench_en/re\u0301' is unknown; it differs from 'tombench_en/r\u00e9' in its Unicode form only"),
    ],
    ids=range(4),
)  # fmt: skip
def test_what_is_said_of_an_unknown_id(row_id, held, message):
    made = rows(0)
    made[0]["id"] = "tombench_en/r\u00e9"
    with pytest.raises(InputError) as e:
        resolve(
            {c: table(made, c) for c in held}, [Prediction(row_id, "A", None, 0, 0, 1)], "p.jsonl", extracted
        )
    assert [p.message for p in e.value.problems] == [message]


def test_an_unknown_id_belongs_to_the_config_before_its_first_slash():
    found = refused(rows(0), prediction("r0/deeper/down", "A"))
    assert found.problems[0].message.startswith("id 'tombench_en/r0/deeper/down' is unknown")


def test_a_file_name_may_have_blanks_where_checking_stops():
    many = [Prediction("tombench_en/r0", "E", None, 0, 0, i) for i in range(1, MAX_PROBLEMS + 3)]
    with pytest.raises(InputError) as e:
        resolve({"tombench_en": table(rows(0))}, many, "my own file.jsonl", extracted)
    (last,) = [p for p in e.value.problems if "checking stopped" in p.message]
    assert last.message.startswith(f"checking stopped at line {MAX_PROBLEMS + 1} ")


def test_the_nearest_id_is_searched_for_the_first_of_the_problems_that_are_shown_only():
    found = refused(rows(0), *(prediction(f"r0{i}", "A", line=i) for i in range(9)))
    assert ["nearest" in p.message for p in found.problems] == [True] * UNKNOWN_SHOWN + [False] * 4
    wrong = [prediction("r0", "E", line=i) for i in range(1, SHOWN + 1)]
    found = refused(rows(0), *wrong, prediction("r01", "A", line=SHOWN + 1))
    assert "nearest" not in found.problems[-1].message and len(found.problems) == SHOWN + 1


def test_problems_stand_in_the_order_of_lines_and_checking_stops_at_the_most_that_are_kept():
    known = [Problem("p.jsonl line 2", "is no JSON", line=2)]
    found = refused(rows(0), prediction("r0", "E", line=3), prediction("r0", "F", line=1), known=known)
    assert [p.line for p in found.problems] == [1, 2, 3]
    assert [p.where for p in found.problems][1:] == ["p.jsonl line 2", "p.jsonl line 3 (tombench_en/r0)"]
    enough = [Problem(f"p.jsonl line {i}", "is no JSON", line=i) for i in range(MAX_PROBLEMS)]
    assert refused(rows(0), prediction("r0", "E", line=1), known=enough).problems == enough
    many = refused(rows(0), *(prediction("r0", "E", line=i) for i in range(MAX_PROBLEMS + 9)), known=known)
    assert len(many.problems) == MAX_PROBLEMS + 1
    assert many.problems[-1] == Problem(
        "p.jsonl", f"checking stopped at line {MAX_PROBLEMS - 1} after {MAX_PROBLEMS} problems"
    )


def test_too_many_samples_of_a_row_are_refused_and_a_thousand_are_not():
    def of(count):
        return [prediction("r0", "A", sample=i, order=o) for i in range(count) for o in (0, 1)]

    assert answered(rows(0), *of(MAX_SAMPLES)).samples == MAX_SAMPLES
    found = refused(rows(0), *of(MAX_SAMPLES + 1))
    assert len(found.problems) == 1
    assert "tombench_en/r0" in str(found.problems[0]) and f"more than {MAX_SAMPLES} samples" in str(
        found.problems[0]
    )


def test_lines_of_one_unknown_config_are_one_message_and_each_is_kept():
    given = [
        prediction(f"r{n}", "A", config=c, line=n + 1) for n, c in enumerate(["foo", "bar", "foo", "foo"])
    ]
    found = refused(rows(0), *given)
    assert [p.where for p in found.problems][:2] == ["p.jsonl line 1 ('foo/r0')", "p.jsonl line 2 ('bar/r1')"]
    assert len(found.problems) == 4
    shown = str(found).splitlines()[1:]
    assert len(shown) == 2 and "line 1 ('foo/r0') and 2 others: id is in none of the configs" in shown[0]
