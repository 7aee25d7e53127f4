from functools import partial

from logged_readers.call_to_action_llama import of_column

records = partial(of_column, "mistral_response")
