"""`--engine ray` on a Ray of this machine with two workers: the same bytes as without it, whoever is killed."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import yaml
from runs import plan

from cultural_tom.inference import predict as running
from cultural_tom.inference import ray as engine
from cultural_tom.inference.progress import Progress
from cultural_tom.inference.worker import pieces
from cultural_tom.models.interface import Settings
from cultural_tom.problems import InputError, Unavailable
from cultural_tom.prompting.render import requests as prompted
from cultural_tom.rows.loading import SAMPLE

# As the cluster below has them; Ray reads them when it is imported.
os.environ |= engine.ENVIRONMENT | engine.alone("7" * 64)
pytest.importorskip("ray.data")
if not os.environ.get("CULTURAL_TOM_RAY"):
    pytest.skip("starts clusters and kills their workers, for minutes: make ray", allow_module_level=True)
OF_CLUSTER = {k: v for k, v in os.environ.items() if k.startswith("RAY_")}

OWN = Path(__file__).with_name("own_models")
COMMAND = "import sys; from cultural_tom.commands.app import main; main()"
CONFIGS = "xtomi_fr,xnegotiationtom_de"
WHAT = ("--config", CONFIGS, "--permutations", "2", "--samples", "2")
RAY = ("--engine", "ray", "--workers", "2")
HOW = {"configs": CONFIGS, "orders": 2, "samples": 2}


def write(folder, **files):
    """A model in a folder of its own, which does what the files beside it say."""
    folder.mkdir(exist_ok=True)
    shutil.copy(OWN / "in_pieces.py", folder / "model.py")
    for name, text in files.items():
        (folder / name).write_text(str(text))
    return f"py:{folder / 'model.py'}"


def start(folder, *more, address=None, model=None):
    args = ["predict", "--model", model or f"py:{folder / 'model.py'}", "--data", str(SAMPLE), "--out", str(folder / "p.jsonl")]  # fmt: skip
    variables = {k: v for k, v in os.environ.items() if not k.startswith("RAY_")}
    variables |= {"MARK": str(folder)} | (OF_CLUSTER | {"RAY_ADDRESS": address} if address else {})
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *args, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables
    )  # fmt: skip


def finish(process):
    out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def log(folder):
    path = folder / "log"
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


def asked(folder):
    return Counter(request for _, request in log(folder))


def wait(folder, count, process):
    """Until so many requests have been asked."""
    until = time.monotonic() + 180
    while len(log(folder)) < count and time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def journal(folder):
    return folder / "p.jsonl.partial.jsonl"


def kept(folder):
    return sum(line.startswith('{"key"') for line in journal(folder).read_text().splitlines())


def record(folder):
    return yaml.safe_load((folder / "p.jsonl.submission.yaml").read_text())


def in_flight(folder):
    """Requests that two workers can have asked without their replies being in the journal."""
    sizes = [(p.stop - p.start) * 4 for p in pieces(plan(folder, **HOW), 2)]
    return 2 * max(sizes)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    write(folder)
    code, _, err = finish(start(folder, *WHAT))
    assert code == 0, err
    return folder


@pytest.fixture(scope="module")
def cluster():
    """The address of a Ray that several runs use one after the other."""
    process = subprocess.Popen(
        [sys.executable, str(OWN / "cluster.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )  # fmt: skip
    yield process.stdout.readline().strip()
    process.stdin.close()
    process.wait(60)


@pytest.fixture
def go(cluster, monkeypatch, tmp_path):
    """Runs in this process with workers of the cluster."""
    monkeypatch.setenv("RAY_ADDRESS", cluster)

    def run(spec, settings=None, workers=2, **how):
        build = lambda: engine.build(spec, settings or Settings(), workers)  # noqa: E731
        return running.predict(plan(tmp_path, **how), build, Progress(0))

    return run


def belonging(folder, driver=None):
    """Processes that a run in a folder has started: number, and command and environment as one text.

    A child that has not yet become another program shows what its driver was started with: it is left out."""
    found = {}
    own = Path(f"/proc/{driver}/cmdline").read_bytes() if driver else None
    for path in Path("/proc").glob("[0-9]*"):
        try:
            environment, command = (path / "environ").read_bytes(), (path / "cmdline").read_bytes()
        except OSError:
            continue
        if f"MARK={folder}\0".encode() in environment and command != own:
            found[int(path.name)] = (command.replace(b"\0", b" ") + environment).decode(errors="replace")
    return found


def temporary(processes):
    """The folders in which a Ray of our own keeps its files."""
    return {p for command in processes.values() for p in re.findall(r"/\S*?/tom-ray-[^/\s]+", command)}


def listening(processes):
    """Addresses (hexadecimal, as /proc has them) at which processes listen, this machine's own left out."""
    inodes = set()
    for number in processes:
        for fd in Path(f"/proc/{number}/fd").glob("*"):
            try:
                inodes.add(str(fd.readlink()).removeprefix("socket:[").removesuffix("]"))
            except OSError:
                continue
    own = ("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000")
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            part = line.split()
            if part[3] == "0A" and part[9] in inodes and not part[1].startswith(own):
                found.add(part[1])
    return found


def test_a_ray_of_our_own_a_worker_killed_and_the_bytes_of_one_process(tmp_path, undisturbed):
    write(tmp_path, sleep=0.03)
    process = start(tmp_path, *WHAT, *RAY)
    wait(tmp_path, 40, process)
    mine = belonging(tmp_path, process.pid)
    (files,) = temporary(mine)
    assert listening([*mine, process.pid]) == set()
    boards = [c for c in mine.values() if "dashboard/dashboard.py" in c]
    assert all("--disable-frontend" in c for c in boards)
    # One that has renamed itself shows its name where its environment stood.
    told = [said for said in mine.values() if not said.startswith("ray::")]
    assert told and not [said for said in told if "RAY_USAGE_STATS_ENABLED=0\0" not in said]
    victim = int(log(tmp_path)[-1][0])
    os.kill(victim, signal.SIGKILL)
    code, _, err = finish(process)
    assert code == 0, err
    assert "Ray: 2 workers" in err
    assert not [line for line in err.splitlines() if line.startswith("[") or "Warning" in line], err
    assert (tmp_path / "p.jsonl").read_bytes() == (undisturbed / "p.jsonl").read_bytes()
    again = asked(tmp_path)
    assert again.keys() == asked(undisturbed).keys()
    assert again.total() - len(again) <= in_flight(tmp_path) // 2
    workers = {worker for worker, _ in log(tmp_path)}
    assert len(workers) == 3 and str(victim) in workers
    ours, theirs = record(tmp_path), record(undisturbed)
    assert ours.keys() == theirs.keys()
    for same in ("model", "run", "counts", "tokens", "requests", "data", "prompts"):
        assert ours[same] == theirs[same]
    assert theirs["engine"] == {"name": "local", "workers": 1}
    assert (ours["engine"]["name"], ours["engine"]["workers"], ours["engine"]["nodes"]) == ("ray", 2, 1)
    until = time.monotonic() + 60
    while belonging(tmp_path) and time.monotonic() < until:  # they end when they see that their Ray has ended
        time.sleep(0.1)
    assert not belonging(tmp_path) and not Path(files).exists() and not journal(tmp_path).exists()


def test_the_whole_run_killed_and_gone_on_with_by_ray_and_by_one_process(tmp_path, undisturbed, cluster):
    """First one process, killed; then Ray, killed; from there Ray, and one process, to the same bytes."""
    spec = write(tmp_path, sleep=0.02)
    process = start(tmp_path, *WHAT)
    wait(tmp_path, 15, process)
    process.kill()
    process.communicate()
    process = start(tmp_path, *WHAT, *RAY, address=cluster)
    wait(tmp_path, 90, process)
    process.kill()
    process.communicate()
    time.sleep(1)  # its workers end with it
    before, there = len(log(tmp_path)), kept(tmp_path)
    assert before - there <= in_flight(tmp_path) + 1 and not (tmp_path / "p.jsonl").exists()
    other = tmp_path / "other"
    write(other, log=(tmp_path / "log").read_text())
    shutil.copy(journal(tmp_path), journal(other))
    (tmp_path / "sleep").unlink()
    for folder, more, address in ((tmp_path, RAY, cluster), (other, (), None)):
        code, _, err = finish(start(folder, *WHAT, *more, address=address))
        assert code == 0 and f"{there:,} replies of earlier runs" in err, err
        assert (folder / "p.jsonl").read_bytes() == (undisturbed / "p.jsonl").read_bytes()
        assert asked(folder).keys() == asked(undisturbed).keys()
        assert asked(folder).total() - before == len(asked(undisturbed)) - there
        assert record(folder)["time"]["sessions"] == 3
        assert record(folder)["requests"] == record(undisturbed)["requests"]
    code, out, _ = finish(start(other, *WHAT, *RAY, address=cluster, model=spec))
    assert code == 0 and "complete" in out


@pytest.mark.parametrize(
    ("files", "says", "there"),
    [
        ({"build": "unavailable"}, "model m: does not fit into memory", 0),
        ({"answer": "input", "after": 40}, "--dtype: is int3; expected float32", 1),
        ({"answer": "killed", "after": 40}, "workers were killed", 1),
        ({"identity": "each its own"}, "different models", 1),
    ],
)
def test_what_stops_a_worker_is_one_message_and_what_came_before_is_kept(
    tmp_path, cluster, files, says, there
):
    """In a process of its own, as a user has it: Ray may end the one that joins clusters again and again."""
    write(tmp_path, **files)
    code, out, err = finish(start(tmp_path, *WHAT, *RAY, address=cluster))
    assert code == 1 and " ".join(err.split()).count(says) == 1, err
    assert "Traceback" not in out + err
    assert (kept(tmp_path) >= there) if there else not journal(tmp_path).exists()


def test_a_tiny_language_model_on_two_workers_says_what_it_says_alone(tmp_path, go):
    from tiny_language import save

    from cultural_tom.models.registry import build

    spec, settings = f"hf:{save(tmp_path / 'm')}", Settings(scoring="letters", device="cpu")
    how = {"configs": "xtomi_fr", "make": prompted, "orders": 2}
    go(spec, settings, **how)
    alone = tmp_path / "alone"
    alone.mkdir()
    running.predict(plan(alone, **how), lambda: build(spec, settings), Progress(0, quiet=True))
    assert (tmp_path / "p.jsonl").read_bytes() == (alone / "p.jsonl").read_bytes()
    ours, theirs = record(tmp_path), record(alone)
    assert ours["model"] == theirs["model"] and ours["requests"] == theirs["requests"]
    said = ours["run"].get("workers", [ours["run"]])[0]  # workers that say the same say it once
    assert {"sharing", "versions"} <= said.keys() <= theirs["run"].keys()


def test_stopped_by_the_system_it_says_how_to_go_on_and_ends_its_workers(tmp_path, cluster):
    """Ray takes SIGTERM for itself; it is given back."""
    write(tmp_path, sleep=0.1)
    process = start(tmp_path, *WHAT, *RAY, address=cluster)
    wait(tmp_path, 30, process)
    until = time.monotonic() + 120
    while not kept(tmp_path) and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    code, _, err = finish(process)
    assert code == 1 and "the same command goes on" in err.splitlines()[-1] and "Traceback" not in err
    assert kept(tmp_path) > 0


@pytest.mark.parametrize(
    ("spec", "settings", "workers", "nodes", "says"),
    [
        ("lexical", Settings(device="cuda"), None, [{"CPU": 2.0}], "1 nodes with 2 CPUs and 0 GPUs"),
        ("vllm:m", Settings(gpus=8), None, [{"CPU": 9.0, "GPU": 4.0}] * 4, "8 GPUs each, on one node"),
        ("hf:m", Settings(), 9, [{"CPU": 9.0, "GPU": 4.0}] * 2, "--workers 8 is the most"),
        ("lexical", Settings(), 9, [{"CPU": 2.0}] * 2, "8 is the most"),
    ],
)
def test_a_cluster_that_is_too_small(monkeypatch, spec, settings, workers, nodes, says):
    monkeypatch.setattr(engine.Cluster, "_joined", lambda self: nodes)
    with pytest.raises(InputError, match=says):
        engine.build(spec, settings, workers)


def test_an_endpoint_and_a_numbered_device_are_refused():
    with pytest.raises(InputError, match="one machine"):
        engine.build("openai:m", Settings(), None)
    with pytest.raises(InputError, match="--device cuda"):
        engine.build("hf:m", Settings(device="cuda:1"), None)


def test_without_ray_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "ray.data")
    with pytest.raises(Unavailable, match=r"pip install 'cultural-tom\[ray\]'"):
        engine.build("lexical", Settings(), None)


def test_a_cluster_that_is_not_there(monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(Unavailable, match=r"RAY_ADDRESS 127\.0\.0\.1:1: nobody answers"):
        engine.build("lexical", Settings(), None)


def test_workers_of_one_process_are_refused(capsys):
    from cultural_tom.commands.app import app

    with pytest.raises(SystemExit) as ended:
        app(["predict", "--model", "random", "--data", "sample", "--out", "p.jsonl", "--workers", "2"])
    assert ended.value.code == 2 and "--engine ray" in capsys.readouterr().err
