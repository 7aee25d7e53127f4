"""What answers a text that states none, one file per way: words in bold and the order of all ways (`order`), how it begins, its conclusion,
its only mention (`lone`), an option told in full, praised, ranked, marked in brackets, avowed, a class, a list, what all is gone through for (`singled`)."""
