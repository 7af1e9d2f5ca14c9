"""How games are written down: coordinates, plays, CGP, GCG, records, and boards as text.

Text in, values out; files are opened elsewhere. Columns are Latin letters, rows count from 1.
"""
