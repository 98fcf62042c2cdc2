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
from recognizers.sampling import Pyramid
from recognizers.sighting import Sighting, is_fiducial
from recognizers.stages import EVERY, FIDUCIALS, MEANWHILE, Effort, Search

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

    `fast` is one look of one decoder, and AprilTags only where `known` names any; `normal` adds closer
    looks at the places where codes may be; `thorough` tries everything that ever helps. `known` are the
    texts that may be there: reading stops when all were seen, and what can't be decoded is compared with
    their codes (reader "closed-set", whose confidence says how surely the code fits). Texts outside `known`
    are reported too; `others` are further texts that codes here may well have, as other decks' do, so that
    none is taken for a known one. `use` are the stages to run, of EVERY; into the folder `debug` pictures
    of what each stage did are written.
    """
    grey = luminance(pixels)
    pyramid = Pyramid(grey)
    wanted = frozenset(text for text in known if not is_fiducial(text))
    fast, tagged = effort == "fast", len(wanted) < len(known)
    workers = max(2, min(4, os.cpu_count() or 2))
    with ThreadPoolExecutor(workers) as pool:  # the decoders and OpenCV leave Python's lock while they work
        finding = None if fast else pool.submit(candidates.find, pyramid)
        decodes = zxing(grey)
        finding_tags = None
        if FIDUCIALS in use and (tagged or not fast):  # squares take longer to find than `fast` may
            # the smallest are looked for where somebody says that there are any
            fine = effort if tagged or effort == "thorough" else "fast"
            done = [decode.corners for decode in decodes if decode.text]
            finding_tags = pool.submit(fiducials, grey, effort=fine, read=done, pyramid=pyramid)
        search = Search(
            pyramid=pyramid,
            effort=effort,
            pool=pool,
            places=finding.result() if finding else [],
            known=wanted,
            others=frozenset(others) - wanted,
            decodes=decodes,
        )
        after = Pictures(debug, search).after if debug else None
        meanwhile = MEANWHILE[bool(known)]
        search.run(meanwhile & frozenset(use), after)
        tags = finding_tags.result() if finding_tags else []
        search.taken = [tag.corners for tag in tags]  # where they are read no code is looked for
        search.run(frozenset(use) - meanwhile, after)
        return merge([*search.sightings(), *tags])
