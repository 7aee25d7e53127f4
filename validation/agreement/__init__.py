"""Agreement between raters, and MQM translation quality, from annotation files (docs/validation-similarity.md)."""
