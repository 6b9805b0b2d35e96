"""Cases that any implementation of the rules can be checked with; docs/conformance.md has their format."""
