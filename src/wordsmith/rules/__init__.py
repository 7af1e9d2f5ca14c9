"""What the game is: pure values and pure functions, with nothing from outside but words and chance.

Squares are numbered row by row from the top left; seats count from 0; tile code 0 is the wild tile.
"""
