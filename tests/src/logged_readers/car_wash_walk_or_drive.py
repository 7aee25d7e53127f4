import json

from logged_readers import Found, Read

STAGE_1_ONLY = ["claude-opus-4-6", "claude-sonnet-4-6", "gpt-5"]
NEVER_IN_JSON = ["gemini-2.5-flash-lite", "gpt-4o-mini"]
FRAMES = {
    "stage2": [
        "naive",
        "step_by_step",
        "goal_anchor",
        "goal_restated",
        "persona_positive",
        "persona_negative",
    ],
    "stage3": [
        "distance_50km",
        "persona_neutral",
        "persona_environmentalist",
        "persona_engineer",
        "self_correction_induction",
    ],
}


def records(path: str, read: Read) -> Found:
    # The path is that of stage 1; with it goes what else the same model was asked.
    folder, name = path.split("/")
    model = name.removesuffix("_stage1.json")
    files = {"stage1": path}
    if model not in NEVER_IN_JSON:
        files["stage1_jsonprompt"] = f"{folder}/{model}_stage1_jsonprompt.json"
    if model not in STAGE_1_ONLY:
        for stage, frames in FRAMES.items():
            files |= {f"{stage}/{frame}": f"{folder}/{stage}/{model}_{frame}.json" for frame in frames}
    for asked, file in files.items():
        for trial in json.loads(read(file))["trials"]:
            if trial["raw"]:
                yield f"{asked}/{trial['trial']}", ["walk", "drive"], trial["raw"]
