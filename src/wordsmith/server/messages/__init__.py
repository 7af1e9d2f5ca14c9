"""What pages and server say to each other, as types."""
