from functools import partial

from logged_readers.video_information_caption import of_mark

records = partial(of_mark, "Option [0-9]")
