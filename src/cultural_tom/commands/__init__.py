"""`cultural-tom`: one small file per group of commands. The work is elsewhere."""
