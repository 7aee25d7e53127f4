"""A folder is a release only if the package lists its root hash: whoever edits anything and makes all hashes again has a
local build."""

import json
import shutil
import tomllib

import pytest
import yaml
from asked import run
from pushing import first_ids, push
from releases import REPO, rewritten, with_column, with_other_gold, without_row

import cultural_tom as ct
from builders.commands import app as builders_app
from builders.engine import sums
from builders.release import listing
from cultural_tom.problems import InputError
from cultural_tom.rows import identity
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.release import rehash
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.rows.sums import root_hash
from cultural_tom.subsets import CONFIGS


def predictions(folder, tmp_path, config="tombench_en"):
    path = tmp_path / "p.jsonl"
    rows = read_rows(folder, config)
    path.write_text("".join(json.dumps({"id": r["id"], "answer": "A"}) + "\n" for r in rows))
    return path


# --- the list ---


def test_the_list_has_the_sample_edition_of_the_package_as_it_is():
    """`make sample` writes it."""
    listed = identity.by_version(identity.SAMPLE)
    assert listed == listing.read(SAMPLE), "python -m builders listed src/cultural_tom/sample_edition --add"
    assert run("hash", "sample") == (0, listed.root) and len(listed.contents) == len(CONFIGS)
    assert identity.FILE.read_text("utf-8") == listing.add(listed)
    assert [r.version for r in identity.releases()] == [identity.SAMPLE], (
        "no release is on the Hub: say so no more"
    )


def test_every_command_says_that_the_sample_is_as_published(tmp_path):
    said = "the sample edition of this package, as published"
    path = predictions(SAMPLE, tmp_path)
    report = tmp_path / "r.html"
    code, scored = run("score", path, "--data", "sample", "--resamples", 0, "--out", report)
    assert code == 0 and f"Data: {said}" in scored and said in report.read_text("utf-8")
    assert said in run("check", path, "--data", "sample")[1] and said in run("verify", "sample")[1]
    assert said in run("check", SAMPLE, of=builders_app)[1]
    signature = str(ct.score(path, data="sample", resamples=0).signature)
    assert said in run("verify", signature, path, "--data", "sample")[1]


EDITS = {
    "gold": {"tombench_en": "gold"},
    "text": {"tombench_en": {"question": "Another question?"}},
    "audit": {"tombench_en": {"audit_status": "disputed", "audit_reason": "mine"}},
    "a row less": {"tombench_en": "less"},
    "a config less": {"tombench_zh": None},
}


@pytest.mark.parametrize("name", EDITS)
def test_who_edits_rows_and_makes_all_hashes_again_has_a_local_build(copy, tmp_path, name):
    row_id, last = (first_ids(copy)[i] for i in (0, -1))
    ways = {"gold": with_other_gold(row_id), "less": without_row(last)}
    edits = {
        c: e if e is None else ways[e] if isinstance(e, str) else with_column(row_id, **e)
        for c, e in EDITS[name].items()
    }
    folder = rewritten(copy, tmp_path / "edited", edits)
    said = [run("verify", folder), run("hash", folder), run("cite", "tombench_en", "--data", folder)]
    said += [
        run(c, predictions(folder, tmp_path), "--data", folder, *o)
        for c, o in (("check", ()), ("score", ("--resamples", 0)))
    ]
    assert [code for code, _ in said] == [0] * 5, said
    assert not [text for _, text in said if "as published" in text]
    root = root_hash(folder)
    assert root != root_hash(SAMPLE) and said[1][1] == root
    for text in (said[0][1], *(t for _, t in said[3:])):
        assert f"a local build, hash {root}" in text, text
    rows_are_known = "its rows are those of the sample edition" in said[4][1]
    assert rows_are_known is ("tombench_en" not in EDITS[name])


@pytest.mark.parametrize(
    "name", ["README.md", "LICENSES/tombench.md", "CITATION.cff", "croissant.json", "eval.yaml", "build.json"]
)
def test_an_edit_beside_the_rows_is_told_whether_or_not_the_sums_are_made_again(copy, tmp_path, name):
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    path = predictions(copy, tmp_path)
    code, said = run("check", path, "--data", copy)
    assert (
        code == 0
        and f"a local build, changed since: {name} is not as SHA256SUMS says" in said
        and "as published" not in said
    )
    assert run("verify", copy)[0] == run("hash", copy)[0] == 1
    sums.write(copy)
    said = run("check", path, "--data", copy)[1]
    assert (
        f"a local build, hash {root_hash(copy)}; its rows are those of the sample edition of this package"
        in said
    )
    assert root_hash(copy) != root_hash(SAMPLE)


def test_a_folder_without_sums_is_bound_by_no_hash(copy, tmp_path):
    (copy / sums.FILE).unlink()
    said = run("check", predictions(copy, tmp_path), "--data", copy)[1]
    assert "Data: a local build that no hash binds" in said and "as published" not in said
    for command in ("verify", "hash"):
        code, said = run(command, copy)
        assert code == 1 and "SHA256SUMS: cannot be read" in said


def test_a_word_in_build_json_or_release_json_makes_no_release(copy):
    info = build_info(copy)
    folder = rewritten(copy, copy.parent / "named", {}, "1.0.0")
    told = {"version": "1.0.0", "contents": {c: e["content"] for c, e in info["configs"].items()}, "changes": {}, "level": "first",
            "edition": "sample", "rows": {}, "recipes": [], "permissions": {}}  # fmt: skip
    files = {n: sums_of(folder / n) for n in names(folder)}
    (folder / "release.json").write_text(json.dumps({"version": "1.0.0", "files": files, "releases": [told]}))
    code, said = run("verify", folder)
    assert code == 0 and "This is a local build, hash" in said and "It calls itself release 1.0.0" in said
    said = run("cite", "xtomi_fr", "--data", folder)[1]
    assert "release v1.0.0" not in said or "its name is the data's own word" in said


def sums_of(path):
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def names(folder):
    return [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]


# --- a signature, where a row was removed since ---


@pytest.mark.parametrize("told", [False, True], ids=["a local build", "a release"])
def test_a_signature_names_its_release_and_the_row_that_is_gone(copy, tmp_path, told):
    (gone, *_) = first_ids(copy)
    path = predictions(copy, tmp_path)
    signature = str(ct.score(path, data=copy, resamples=0).signature)
    other = gone.replace("_en", "_zh")
    edits = {"tombench_en": without_row(gone), "tombench_zh": without_row(other)}
    folder = rewritten(copy, tmp_path / "less", edits, "2.0.0")
    if told:
        old, new = ({c: e["content"] for c, e in build_info(f)["configs"].items()} for f in (copy, folder))
        change = {"held": ["data", "data"], "added": [], "removed": [gone], "changed": {}, "reordered": False}
        more = {"level": "major", "edition": "sample", "rows": {}, "recipes": [], "permissions": {}}
        entries = [{"version": "2.0.0", "contents": new, "changes": {"tombench_en": change}, **more},
                   {"version": "1.0.0", "contents": old, "changes": {}, **more}]  # fmt: skip
        files = {n: sums_of(folder / n) for n in names(folder)}
        document = {"version": "2.0.0", "files": files, "releases": entries}
        (folder / "release.json").write_text(json.dumps(document))
        rehash(folder)
    with pytest.raises(InputError, match="made on other rows than") as e:
        ct.verify(signature, path, data=folder)
    first, *rest = map(str, e.value.problems)
    if told:
        assert f"they are of release 1.0.0, since which 1 row changed: {gone} (removed)" in first
    else:
        assert "they are of the sample edition of this package" in first
    assert first.startswith("signature, tombench_en: the rows here are sha256:")
    assert any(gone in line and "is unknown" in line for line in rest)


# --- edition and state ---


@pytest.fixture
def renamed(sample, tmp_path):
    """The sample, called full and verified in build.json, with all that follows from it made again."""
    info = json.loads(json.dumps(build_info(sample)))
    folder = rewritten(sample, tmp_path / "renamed", {})
    for entry in info["configs"].values():
        entry["state"] = "verified"
    info["edition"] = "full"
    (folder / "build.json").write_text(json.dumps(info), "utf-8")
    for name in ("README.md", "eval.yaml", "croissant.json", "CITATION.cff"):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_text(text.replace("sample edition", "full edition").replace("edition:sample", "edition:full"), "utf-8")  # fmt: skip
    sums.write(folder)
    return folder


def test_a_sample_that_is_called_full_and_verified_is_refused_everywhere(renamed, tmp_path):
    path = predictions(renamed, tmp_path)
    calls = [
        ("score", path, "--data", renamed, "--with-published"), ("score", path, "--data", renamed, "--protocol", "paper"),
        ("compare", path, path, "--data", renamed), ("verify", renamed), ("cite", "tombench_en", "--data", renamed),
        ("cite", "--predictions", path, "--data", renamed), ("show", "tombench_en", "--data", renamed, "--edition", "full"),
    ]  # fmt: skip
    for call in calls:
        code, said = run(*call)
        assert code == 1 and "sample" in said and "full edition." not in said.lower(), (call, said)
    assert run("check", renamed, of=builders_app)[0] == 1
    for how in ({}, {"edition": "full"}):
        with pytest.raises(InputError, match="sample"):
            ct.load("tombench_en", renamed, **how)
    shown = run("show", "tombench_en", "--data", renamed, "--limit", 1)
    assert shown[0] == 0 and "full" not in shown[1].split("tombench_en/")[0]
    made = run("predict", "--model", "first", "--config", "tombench_en", "--data", renamed, "--out", tmp_path / "m.jsonl")  # fmt: skip
    record = yaml.safe_load((tmp_path / "m.jsonl.submission.yaml").read_text("utf-8"))
    assert made[0] == 0 and record["data"]["edition"] == "sample"


def test_the_signature_of_a_renamed_sample_says_sample(renamed, tmp_path):
    """The rows say it, so the signature made on them is that of the sample; one that says otherwise does not hold."""
    path = predictions(SAMPLE, tmp_path)
    signature = str(ct.score(path, data="sample", resamples=0).signature)
    assert "|edition:sample|state:sample|" in signature
    forged = signature.replace("edition:sample|state:sample", "edition:full|state:verified")
    with pytest.raises(InputError, match="edition"):
        ct.verify(forged, path, data="sample")
    with pytest.raises(InputError, match=r"build\.json says 'full'"):
        ct.verify(signature, path, data=renamed)


def test_printed_results_beside_a_local_build_say_that_it_is_one():
    from cultural_tom.published import OWN_WORD, beside

    figure = {
        "group": "task",
        "name": "false_belief_task",
        "metric": "accuracy",
        "value": 0.5,
        "few_contexts": False,
    }
    one = {"config": "tombench_zh", "edition": "full", "state": "verified", "figures": [figure]}
    asked = {
        "options": {"gold": "upstream", "partial": False, "free": None, "protocol": "strict"},
        "configs": [one],
    }
    assert OWN_WORD in beside({**asked, "data": {"root": "a" * 64, "release": "", "rows_of": ""}})["note"]
    assert OWN_WORD not in beside({**asked, "data": {"root": "", "release": "", "rows_of": "1.0.0"}})["note"]


# --- a saved report ---


def test_a_report_may_not_call_its_data_published_where_the_list_does_not(tmp_path, copy):
    path = predictions(SAMPLE, tmp_path)
    report = ct.score(path, data="sample", resamples=0)
    document, saved = json.loads(json.dumps(report.as_dict())), tmp_path / "r.json"
    root = document["data"]["root"]
    assert document["data"] == {"root": root_hash(SAMPLE), "release": "sample", "rows_of": "sample"}

    def holds(**changes):
        saved.write_text(json.dumps({**document, "data": {**document["data"], **changes}}))
        try:
            ct.verify(report, path, data="sample", report=saved)
        except InputError as e:
            assert all(p.where.startswith("report.data") for p in e.problems), e
            return False
        return True

    assert holds()
    for forged in ({"release": ""}, {"release": "1.0.0"}, {"root": "0" * 64}, {"root": "x"}, {"rows_of": ""}, {"rows_of": "9.9.9"},
                   {"root": "0" * 64, "release": "1.0.0", "rows_of": "1.0.0"}, {"extra": ""}, {"root": None}):  # fmt: skip
        assert not holds(**forged), forged
    # The same rows in a build of somebody else's: the signature names the rows, so both reports hold on both.
    assert holds(root="0" * 64, release="")
    (copy / "README.md").write_text((copy / "README.md").read_text("utf-8") + "\n", "utf-8")
    sums.write(copy)
    other = ct.score(path, data=copy, resamples=0)
    assert str(other.signature) == str(report.signature) and other.data.root == root_hash(copy) != root
    other.save(saved)
    assert ct.verify(other, path, data="sample", report=saved).data.release == "sample"


# --- a release, from push to the list ---


@pytest.mark.usefixtures("empty")
def test_what_push_prints_makes_the_release_known(served, worker, built, tmp_path, monkeypatch):
    done = push(worker, built / "first", "1.0.0")
    assert done.code == 0, done.err
    lines = done.out[done.out.index("[[release]]") :]
    (entry,) = tomllib.loads(lines)["release"]
    planned = json.loads(push(worker, built / "first", "1.0.0", "--dry-run", "--json").out)
    assert planned["listing"] == lines
    folder = tmp_path / "downloaded"
    for name, data in served.repos[REPO].files("v1.0.0").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    assert worker.cultural_tom("hash", REPO, "--revision", "v1.0.0").out.strip() == entry["root"]
    assert worker.builders("listed", REPO, "--revision", "v1.0.0").out == lines
    assert str(rehash(folder).identity).startswith(f"a local build, hash {entry['root']}; its rows are those of the sample")  # fmt: skip

    known = identity.Release(**entry)
    monkeypatch.setattr(identity, "releases", lambda: (known,))
    for own in (folder, built / "first-1.0.0"):  # as downloaded, and as it was before push
        assert str(rehash(own).identity) == "release 1.0.0, as published"
    said = run("cite", "tombench_en", "--data", folder)[1]
    assert "release v1.0.0" in said and entry["root"] in said and "own word" not in said
    # The same rows built by anybody, and other ones.
    assert str(rehash(built / "first").identity).endswith("; its rows are those of release 1.0.0")
    assert str(rehash(built / "second").identity).endswith(root_hash(built / "second"))
    # What lies outside of the sums is bound too.
    for name in ("release.json", "CHANGELOG.md"):
        before = (folder / name).read_text("utf-8")
        (folder / name).write_text(before + "\n", "utf-8")
        with pytest.raises(InputError, match=name):
            rehash(folder)
        if name == "CHANGELOG.md":  # with its hash made again
            told = json.loads((folder / "release.json").read_text("utf-8"))
            told["files"][name] = sums_of(folder / name)
            (folder / "release.json").write_text(json.dumps(told))
            with pytest.raises(InputError, match=r"release\.json: is not the one that release 1.0.0 was published with"):  # fmt: skip
                rehash(folder)
            path = predictions(folder, tmp_path)
            assert "as published" not in run("check", path, "--data", folder)[1]
        else:
            (folder / name).write_text(before, "utf-8")


def test_the_list_grows_and_what_stands_in_it_never_moves(tmp_path):
    path = tmp_path / "releases.toml"
    path.write_text(identity.FILE.read_text("utf-8"), "utf-8")
    new = identity.Release("1.0.0", "a" * 64, "b" * 64, "10.5/x", {"xtomi_fr": "c" * 64})
    path.write_text(listing.add(new, path), "utf-8")
    found = [identity.Release(**e) for e in tomllib.loads(path.read_text("utf-8"))["release"]]
    assert found == [*identity.releases(), new] and path.read_text("utf-8").startswith("# What was published")


def test_a_listed_release_with_another_hash_and_a_local_build_are_not_listed(monkeypatch, tmp_path):
    known = identity.Release("1.0.0", "a" * 64)
    monkeypatch.setattr(listing, "releases", lambda: (known,))
    with pytest.raises(InputError, match="a release never moves"):
        listing.add(identity.Release("1.0.0", "b" * 64))
    assert "b" * 64 in listing.add(identity.Release("1.0.1", "b" * 64))
    for changes in ({"edition": "full"}, {"configs": {}}):
        shutil.copytree(SAMPLE, tmp_path / "d")
        info = build_info(SAMPLE) | changes
        (tmp_path / "d/build.json").write_text(json.dumps(info))
        sums.write(tmp_path / "d")
        with pytest.raises(InputError):
            listing.read(tmp_path / "d")
        shutil.rmtree(tmp_path / "d")
