"""The WebSocket: what lives."""
