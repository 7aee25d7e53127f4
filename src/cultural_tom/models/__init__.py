"""What answers: baselines, and the models that `predict` runs."""
