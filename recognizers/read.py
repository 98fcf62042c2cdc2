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
from recognizers.partly import partly_covered
from recognizers.readers import zxing
from recognizers.sampling import Pyramid
from recognizers.sighting import Sighting, is_fiducial
from recognizers.squares import Floats
from recognizers.stages import (
    CANDIDATES,
    EVERY,
    FIDUCIALS,
    FIRST_LOOK,
    MEANWHILE,
    ORDER,
    Effort,
    Search,
    needs_candidates,
)

__all__ = ["EVERY", "Effort", "read"]


def read(
    pixels: Pixels,
    *,
    effort: Effort = "normal",
    known: Collection[str] = (),
    others: Collection[str] = (),
    wanted: Collection[frozenset[str]] = (),
    use: Collection[str] = EVERY,
    debug: Path | None = None,
) -> list[Sighting]:
    """Every QR code and AprilTag that can be read in (height, width, 3) RGB or (height, width) grey uint8
    pixels, each once.

    `fast` is one look of one decoder, and AprilTags only where `known` names any; `normal` adds closer
    looks at the places where codes may be; `thorough` tries everything that ever helps. `known` are the
    texts that may be there: what can't be decoded is compared with their codes (reader "closed-set", whose
    confidence says how surely the code fits). Texts outside `known` are reported too; `others` are further
    texts that codes here may well have, as other decks' do, so that none is taken for a known one.

    No further stage is run when one text of each group in `wanted` was read (a card's QR code or its
    AprilTag); without any, when all QR codes in `known` were. `use` are the stages to run, of EVERY; without
    "candidates" only those that look at the whole picture. Into the folder `debug` pictures of what each
    stage did are written; raises PictureError of kind `unwritable`.
    """
    grey = luminance(pixels)
    pyramid = Pyramid(grey)
    codes = frozenset(text for text in known if not is_fiducial(text))
    fast, tagged = effort == "fast", any(is_fiducial(text) for text in known)
    workers = max(2, min(4, os.cpu_count() or 2))
    with ThreadPoolExecutor(workers) as pool:  # the decoders and OpenCV leave Python's lock while they work
        searching = CANDIDATES in use and needs_candidates(effort, use)
        finding = pool.submit(candidates.find, pyramid) if searching else None
        decodes = zxing(grey) if FIRST_LOOK in use else []
        done = [decode.corners for decode in decodes if decode.text]
        # the smallest are looked for where somebody says that there are any
        fine: Effort = effort if tagged or effort == "thorough" else "fast"
        finding_tags, squares = None, list[Floats]()
        if FIDUCIALS in use and (tagged or not fast):  # squares take longer to find than `fast` may
            finding_tags = pool.submit(
                fiducials, grey, effort=fine, read=done, pyramid=pyramid, see=squares.append
            )
        search = Search(
            pyramid=pyramid,
            effort=effort,
            pool=pool,
            places=finding.result() if finding else None,
            known=codes,
            others=frozenset(others) - codes,
            decodes=decodes,
            wanted=wanted,
        )
        pictures = Pictures(debug, search) if debug else None
        after = pictures.after if pictures else None
        if after and FIRST_LOOK in use:
            after(FIRST_LOOK, search)
        meanwhile = MEANWHILE[bool(known)]
        search.run(meanwhile & frozenset(use), after)
        if finding_tags:
            search.tags = finding_tags.result()
            if pictures:
                pictures.squares(search, squares)
            if tagged and "covered" in ORDER[effort] and "covered" in use:
                read_so_far = [*search.sightings(), *search.tags]
                search.tags = [*search.tags, *partly_covered(pyramid, read_so_far, known)]
        search.run(frozenset(use) - meanwhile, after)
        return merge([*search.sightings(), *search.tags])
