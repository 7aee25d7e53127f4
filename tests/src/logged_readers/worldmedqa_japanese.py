from logged_readers.worldmedqa_english import records as records
