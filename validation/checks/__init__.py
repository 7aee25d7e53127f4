"""The checks that look at rows alone, one file each with `run(dataset, options)`."""
