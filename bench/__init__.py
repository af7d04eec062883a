"""Benchmarks: contenders side by side in one run, each in a fresh process, compared by ratios."""
