"""What is asked once: the interface over HTTP, and the files of the page."""
