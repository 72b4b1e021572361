"""Adapters to evaluation harnesses of language models. Each module imports its package, which is an extra of its own."""
