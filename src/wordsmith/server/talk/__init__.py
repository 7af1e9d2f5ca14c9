"""What is said around a table: who may say and hear what, and which words are masked."""
