from logged_readers.lawqa_reasons import records

__all__ = ["records"]
