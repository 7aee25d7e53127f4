import json
import re

from logged_readers import Found, Read

SITUATIONS = ("baseline", "ceo_notice", "ceo_threat")


def records(path: str, read: Read) -> Found:
    for results in json.loads(read(path))["results"].values():
        for scenario, runs in results["scenario_results"].items():
            for situation in SITUATIONS:
                run = runs[situation]
                shown = run["system_prompt"].split("available options:\n")[1].split("\n\n")[0]
                options = re.findall(r"^- (.+?) — ", shown, re.M)
                if len(options) > 1:
                    yield f"{scenario}|{situation}", options, run["text"]
