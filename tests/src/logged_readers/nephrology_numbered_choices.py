from functools import partial

from logged_readers.nephrology_lettered_choices import marked

records = partial(marked, "12345678")
