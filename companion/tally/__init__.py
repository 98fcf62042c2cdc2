"""From sightings to a tally: each card once, checked against the deck, given to players and to sets.

Pure: what the readers saw goes in (`Reading`), a `Tally` with everything that is wrong about it comes out.
"""
