"""From nothing to a scored report in one command line, for an encoder, a tiny model of transformers, an endpoint and a tiny
vision model; each killed (SIGKILL) at 20 drawn moments: five times or more it was killed (up to four times) and went on to
its end, each time with the predictions and figures of an undisturbed run."""

import hashlib
import json
import random
import time

import tiny_language
import tiny_vision
from bad_server import Server, ok, said
from killing import ROUND, Forks, Killed
from pictured import pictured

from cultural_tom.rows.loading import SAMPLE

KILLS = 20
SCORING = [
    "cultural_tom.api.scores",
    "cultural_tom.report.scores_page",
    "scipy.stats",
    "jinja2",
    "rich.table",
]
ALONE = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}


def killed(folder, modules, *args, data=SAMPLE):
    """What became of a command that was killed `KILLS` times; `Killed` holds its results against those of a whole run."""
    with Forks(folder / "said", [*SCORING, *modules], ALONE) as forks:
        found = Killed(forks, folder, [*args, "--data", data])
        found.go(KILLS, random.Random(20))
    assert found.kills == KILLS and found.finished >= KILLS // ROUND
    assert found.kept, "all were killed before anything came: draw other moments"
    assert "replies of earlier runs" in (folder / "said").read_text()
    print(f"\n{args[1]}: {found}")
    return found


def test_an_encoder(tmp_path):
    configs = "xtomi_en,tombench_en"
    modules = ["sentence_transformers", "transformers.models.bert.modeling_bert"]
    killed(tmp_path, modules, "--model", "minilm", "--config", configs)


def test_a_model_of_transformers(tmp_path):
    model = tiny_language.save(tmp_path / "tiny", chat=True, max_position_embeddings=4096)
    modules = ["torch", "transformers.models.qwen2.modeling_qwen2"]
    killed(tmp_path, modules, "--model", f"hf:{model}", "--config", "xtomi_fr,tactfultom_en", "--limit", 12,
           "--max-new-tokens", 6, "--batch-tokens", 700)  # fmt: skip


def test_a_vision_model(tmp_path):
    model = tiny_vision.save(tmp_path / "tiny", longest=4096)
    modules = [
        "torch",
        "PIL.Image",
        "transformers.models.llava.modeling_llava",
        "transformers.models.llava.processing_llava",
    ]
    killed(
        tmp_path,
        modules,
        "--model",
        f"hf-vlm:{model}",
        "--config",
        "culturaltom_vqa_en",
        "--max-new-tokens",
        6,
        data=pictured(tmp_path / "pictured"),
    )


def test_an_endpoint_is_asked_again_only_what_was_under_way(tmp_path):
    def reply(body):
        time.sleep(0.01)
        text = json.dumps(body["messages"])
        return ok(said(f"Réponse : {'ABC'[int(hashlib.sha256(text.encode()).hexdigest(), 16) % 3]}"))

    with Server(reply=reply) as server:
        found = killed(tmp_path, ["urllib.request", "http.client"], "--model", "openai:m", "--base-url", server.url,
                       "--concurrency", 4, "--config", "xtomi_fr,tombench_en")  # fmt: skip
    assert len(server.requests) <= found.lines * (1 + found.finished) + KILLS * 2 * 4
