"""MQM scores by hand, against the sample's pass or fail labels, and on bad files."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from cultural_tom.problems import InputError
from validation.agreement import files, mqm
from validation.agreement.report import figures
from validation.commands import app

ANNOTATIONS = Path(__file__).parents[2] / "builders" / "sample" / "annotations"
HEADER = "item_id,rater,dimension,severity,count,words\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_the_score_is_one_hundred_less_the_penalty_per_hundred_words(tmp_path: Path) -> None:
    file = write(tmp_path / "m.csv", HEADER + (
        "1,a,accuracy,minor,2,50\n1,a,style,major,1,50\n1,b,accuracy,neutral,0,50\n"
        "2,a,custom,critical,3,60\n2,b,custom,minor,3,60\n"
    ))  # fmt: skip
    (scores,) = mqm.read(file, mqm.read_weights())
    # item 1, rater a: 2 x 1 + 1 x 5 = 7 of 50 words; item 2: 3 x 25 = 75 of 60 words, and 3 of 60.
    np.testing.assert_allclose(scores.oqs, [[86, 100], [-25, 95]])
    q = mqm.quality(scores, 95, resamples=200)
    assert (q.oqs, q.pass_rate, q.pass_all, q.words) == pytest.approx((64, 0.5, 0.0, 55))
    assert q.by_rater == {"a": pytest.approx(30.5), "b": pytest.approx(97.5)}


@pytest.mark.parametrize(
    ("penalty", "words", "passes"),
    # The dossier's arithmetic: 0.05 x words may be lost, that is 2.6 of 52 and 32.6 of 652.
    [
        (2.6, 52, True),
        (2.61, 52, False),
        (32.6, 652, True),
        (32.7, 652, False),
        (0, 1, True),
        (1.05, 21, True),
    ],
)
def test_the_limit_of_95_allows_one_point_for_twenty_words(penalty: float, words: int, passes: bool) -> None:
    assert (mqm.oqs(penalty, words) >= 95) is passes


def test_other_weights_change_the_score_and_the_rest_stays(tmp_path: Path) -> None:
    file = write(tmp_path / "m.csv", HEADER + "1,a,accuracy,minor,1,10\n1,b,style,minor,1,10\n")
    own = write(tmp_path / "w.toml", "threshold = 80\n[severity]\nminor = 2\n[dimension]\nstyle = 0.5\n")
    weights = mqm.read_weights(own)
    assert weights.severity["major"] == 5 and weights.threshold == 80
    (scores,) = mqm.read(file, weights)
    np.testing.assert_allclose(scores.oqs, [[80, 90]])


def test_all_faults_of_a_weights_file_are_reported_at_once(tmp_path: Path) -> None:
    bad = write(
        tmp_path / "w.toml", "threshold = 0\nlimit = 3\n[severity]\nmajr = 5\nminor = -1\ncritical = true\n"
    )
    with pytest.raises(InputError) as e:
        mqm.read_weights(bad)
    assert [p.where.removeprefix(f"{bad} ") for p in e.value.problems] == [
        "threshold", "limit", "severity.majr", "severity.minor", "severity.critical",
    ]  # fmt: skip
    with pytest.raises(InputError, match="not TOML"):
        mqm.read_weights(write(tmp_path / "x.toml", "a ="))
    with pytest.raises(InputError, match="cannot be read"):
        mqm.read_weights(tmp_path / "none.toml")


def test_all_faults_of_an_annotation_file_are_reported_at_once_with_their_lines(tmp_path: Path) -> None:
    file = write(tmp_path / "m.csv", HEADER + (
        "1,a,accuracy,minor,1,50\n"  # right
        "1,a,spelling,minor,1,50\n1,a,style,huge,1,50\n1,a,style,minor,-1,50\n1,a,style,minor,1,0\n"
        "1,b,style,minor,1,51\n1,a,accuracy,minor,2,50\n,a,style,major,1,50\n1,a,style\n"
    ))  # fmt: skip
    with pytest.raises(InputError) as e:
        mqm.read(file, mqm.read_weights())
    found = {p.where: p.message for p in e.value.problems}
    assert set(found) >= {f"m.csv line {n}" for n in range(3, 11)} and "m.csv line 2" not in found
    assert "51 words here, 50 at m.csv line 2" in found["m.csv line 7"]
    assert "same item, rater, dimension and severity as m.csv line 2" in found["m.csv line 8"]


@pytest.mark.parametrize("count", ["٣", "1.5", "1e3", "", "one", "+1"])
def test_a_count_that_is_no_whole_number_is_refused(tmp_path: Path, count: str) -> None:
    with pytest.raises(InputError, match="whole number"):
        mqm.read(write(tmp_path / "m.csv", HEADER + f"1,a,style,minor,{count},50\n"), mqm.read_weights())


def test_a_rater_without_a_line_for_an_item_has_not_rated_it(tmp_path: Path) -> None:
    file = write(
        tmp_path / "m.csv", HEADER + "1,a,style,minor,0,50\n1,b,style,minor,0,50\n2,a,style,major,9,50\n"
    )
    (scores,) = mqm.read(file, mqm.read_weights())
    assert np.isnan(scores.oqs).tolist() == [[False, False], [False, True]]
    q = mqm.quality(scores, 95, resamples=200)
    assert q.pass_rate == pytest.approx(2 / 3) and q.pass_all == 0.5


def test_the_samples_counts_give_its_pass_or_fail_labels() -> None:
    weights = mqm.read_weights()
    scores = {s.name: s for s in mqm.read(ANNOTATIONS / "mqm_xtom.csv", weights)}
    labels = {r.name: r for r in files.read([ANNOTATIONS / "passfail_xtom.csv"])}
    assert scores.keys() == labels.keys() and len(scores) == 12
    for name, group in labels.items():
        assert (scores[name].items, scores[name].raters) == (group.items, group.raters)
        passed = np.array(group.categories)[group.codes] == "pass"
        np.testing.assert_array_equal(scores[name].oqs >= weights.threshold, passed)
    both = [p for s in scores.values() for p in (s.oqs >= 95).ravel()]
    assert True in both and False in both


def test_the_command_prints_scores_and_agreement_and_takes_weights(tmp_path: Path) -> None:
    file = str(ANNOTATIONS / "mqm_xtom.csv")
    plain = CliRunner().invoke(app, ["mqm", file, "--by", "subset"])
    assert plain.exit_code == 0 and "xfantom" in plain.stdout and "fleiss_kappa" in plain.stdout
    usual = json.loads(CliRunner().invoke(app, ["mqm", file, "--by", "", "--json"]).stdout)
    assert len(usual["groups"]) == 1
    mild = write(tmp_path / "w.toml", "[severity]\nmajor = 0\ncritical = 0\nminor = 0\n")
    found = json.loads(
        CliRunner().invoke(app, ["mqm", file, "--by", "", "--json", "--weights", str(mild)]).stdout
    )
    assert found["groups"][0]["oqs"] == 100 > usual["groups"][0]["oqs"]
    assert found["groups"][0]["pass_rate"] == 1


def test_the_figures_for_the_report_name_the_config_and_carry_their_interval() -> None:
    got = {(f.config, f.name): f for f in figures(ANNOTATIONS / "mqm_xtom.csv")}
    score = [got["xtomi_de", f"mqm_oqs{end}"].value for end in ("_low", "", "_high")]
    assert score == sorted(score) and score[0] < score[2]
    quality = {(f.group, f.name) for f in figures(ANNOTATIONS / "quality_vqa.csv")}
    assert ("dimension:image_necessity", "gwet_ac1_low") in quality and len(quality) == 5 * 5 * 3


def test_a_file_of_neither_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="fits no annotation file"):
        list(figures(write(tmp_path / "x.csv", "a,b\n1,2\n")))
