"""Decisions on replies that no rule reads: signs of each option that a reply names, weighed by trees that were grown on labelled replies of
real models (`benchmarks/weights.py`). `read.extract` knows nothing of them."""
