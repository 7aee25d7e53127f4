from logged_readers.mmlu_biology_personas_qwen3 import answered

records = answered
