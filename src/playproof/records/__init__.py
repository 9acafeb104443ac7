"""The nouns: frozen, validated, with no files, clocks or processes."""
