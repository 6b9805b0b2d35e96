"""What several of the test modules here use."""

from __future__ import annotations

GIRL_AND_PORTER = "PFTR/SAB/KRR/OTF/HAS GMMMB/MNMAM MMMMM/SMMTM 200:000 0 - - - 14"


BOTH_BEGUN = ("give 1", "give 1")
