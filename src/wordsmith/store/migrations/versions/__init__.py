"""One file a step; the step itself is in ``store/steps.py``."""
