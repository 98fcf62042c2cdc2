"""Reading one picture: pixels in, sightings out.

A decoder looks at the whole picture; meanwhile the places are found where a code may be. Those that it left
unread are looked at again by one stage after another, the most gainful first, until nothing is left to
gain or the effort ends.
"""

import os
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from recognizers import candidates
from recognizers.debug import Pictures
from recognizers.fiducials import fiducials
from recognizers.load import Pixels, luminance
from recognizers.merge import merge
from recognizers.readers import zxing
from recognizers.sighting import Sighting, is_fiducial
from recognizers.stages import EVERY, FIDUCIALS, Effort, Search

__all__ = ["EVERY", "Effort", "read"]


def read(
    pixels: Pixels,
    *,
    effort: Effort = "normal",
    known: Collection[str] = (),
    others: Collection[str] = (),
    use: Collection[str] = EVERY,
    debug: Path | None = None,
) -> list[Sighting]:
    """Every QR code and AprilTag that can be read in (height, width, 3) RGB or (height, width) grey uint8
    pixels, each once.

    `fast` is one look of one decoder; `normal` adds closer looks at the places where codes may be;
    `thorough` tries everything that ever helps. `known` are the texts that may be there: reading stops when
    all were seen, and what can't be decoded is compared with their codes (reader "closed-set", whose
    confidence says how far the best code was ahead). Texts outside `known` are reported too; `others` are
    further texts that codes here may well have, as other decks' do, so that none is taken for a known one.
    `use` are the stages to run, of EVERY; into the folder `debug` pictures of each stage are written.
    """
    grey = luminance(pixels)
    wanted = frozenset(text for text in known if not is_fiducial(text))
    workers = max(2, min(4, os.cpu_count() or 2))
    with ThreadPoolExecutor(workers) as pool:  # the decoders and OpenCV leave Python's lock while they work
        squares = pool.submit(fiducials, grey, effort=effort) if FIDUCIALS in use else None
        finding = pool.submit(candidates.find, grey) if effort != "fast" else None
        decodes = zxing(grey)
        places = finding.result() if finding else []
        tags = squares.result() if squares else []
        search = Search(
            grey=grey,
            effort=effort,
            pool=pool,
            places=places,
            taken=[tag.corners for tag in tags],  # where they are read no code is looked for
            known=wanted,
            others=frozenset(others) - wanted,
            decodes=decodes,
        )
        pictures = Pictures(debug, search) if debug else None
        search.run(use, pictures.after if pictures else None)
        return merge([*search.sightings(), *tags])
