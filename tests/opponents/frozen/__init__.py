"""The staff of November 2026, before it made plans: its executor and its judgements, copied and never changed again.

New commanders are measured against it, not tuned against it. It plays by today's rules: only what it thinks is frozen.
"""
