#!/usr/bin/env bash
# The main job, once: build -> check -> load -> two baselines -> score -> compare. Called by `make demo`.
set -euo pipefail
export CULTURAL_TOM_OFFLINE=1 HF_HUB_OFFLINE=1 HF_DATASETS_DISABLE_PROGRESS_BARS=1
here=.build/demo
mkdir -p "$here"

say() { printf '\n$ %s\n' "$*"; }

echo "This shows the SAMPLE edition: the project's own items. Scores here say nothing about a model."
say "python -m builders build --edition sample --out $here/data"
"$BIN/python" -m builders build --edition sample --out "$here/data"
say "python -m builders check $here/data"
"$BIN/python" -m builders check "$here/data"
say "load_dataset('$here/data', 'xtomi_fr', split='test')"
HF_DATASETS_CACHE="$here/cache" "$BIN/python" - "$here/data" <<'PY'
import sys
from datasets import load_dataset

rows = load_dataset(sys.argv[1], "xtomi_fr", split="test")
print(f"{rows.num_rows} rows; the first asks: {rows[0]['question']}")
PY
for model in random lexical; do
  say "cultural-tom predict --model $model --config xtomi_fr --data $here/data --out $here/$model.jsonl"
  "$BIN/cultural-tom" predict --model "$model" --config xtomi_fr --data "$here/data" --out "$here/$model.jsonl"
done
say "cultural-tom score $here/lexical.jsonl --data $here/data --brief"
"$BIN/cultural-tom" score "$here/lexical.jsonl" --data "$here/data" --brief
say "cultural-tom compare $here/random.jsonl $here/lexical.jsonl --data $here/data --brief"
"$BIN/cultural-tom" compare "$here/random.jsonl" "$here/lexical.jsonl" --data "$here/data" --brief
echo "Next: README.md has your own predictions, the full edition (make full) and the tests (make test)."
