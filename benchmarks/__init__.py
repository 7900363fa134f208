"""Ours beside peers, in one run: `python -m benchmarks --help`. docs/performance.md says what can be compared."""
