"""Speed and memory of whole commands and of parts, side by side: `make bench`."""
