"""From a row to what a model is asked. Words per language are data (languages/*.toml); who asks lives in models/ and
inference/."""
