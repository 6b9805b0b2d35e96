"""An operator's hand: orders beside a running server, and what they change."""
