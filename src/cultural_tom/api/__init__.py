"""The door from Python: the functions that `import cultural_tom as ct` offers. The commands go through them too."""
