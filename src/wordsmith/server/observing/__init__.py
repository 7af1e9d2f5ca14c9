"""What the site tells whoever runs it: logs, numbers, and signs that it is alive."""
