from functools import partial

from logged_readers.maths_solution_verdict import of_field

records = partial(of_field, "_error_reason_correctness_analysis", ["Correct", "Wrong"])
