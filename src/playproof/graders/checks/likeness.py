"""Every number by which a replica is compared with its original, in one place. The paper states none of them: all are our own choice.

They were set by playing known replicas: the original itself, every original without one rule, recoloured, shifted and redrawn originals, still
pictures, and games of other families.
"""

# -- responses

CELL_PX = 16
"""Responses are compared on cells of this size."""

CHANGED_STEP = 10
"""A pixel has responded when a channel changes by more than this, of 255. Plays are deterministic, so there is no noise to keep out."""

SMOOTHING_PX = 12
"""Pixels of change that are granted on both sides of every step, so that a hair's breadth more or less does not decide."""

REACH_CELLS = 1
"""A response counts as matched when the other game changes in the same cell or one this far away: drawings are rarely equal to the pixel."""

RESPONSE_SHARE = 0.7
"""Least mean likeness of the responses, over a witness and over its decisive steps, for a rule to agree; and of a step of random play."""

CLOSENESS = 0.5
"""Where G and M differ, the replica must be nearer to G."""

CHANGES_SHARE = 0.6
"""Where only one of G and M responds, and the replica looked different before, this share of the change must go as in G."""

FIT_SHARE = 0.8
"""The replica looked like the original before the decisive step when this share of the pixels did: then the picture itself is evidence."""

SHIFT_PX = 2
"""Drawings may be off by this much."""

# -- recolouring

PALETTE_BITS = 5
"""Bits a channel by which colours of the original are told apart."""

SAME_COLOUR_STEP = 40
"""Two colours whose channels differ by no more than this count as one."""

KEPT_SHARE = 0.3
"""A colour of the original that the replica shows unchanged on this share of its pixels has been kept."""

RECOLOURED_SHARE = 0.5
"""Else it has become the colour that the replica shows there most often, if that is this share."""

# -- looks

EDGE_STEP = 12
"""A pixel lies on an edge when a channel changes by more than this towards a neighbour."""

FAINT_STEP = 4
"""An edge of one picture is found again in the other when it is at least this strong there: other colours can take contrast from it."""

EDGE_SHIFT_PX = 2
"""Edges match over this distance."""

BLOCK_PX = 32
"""Edges are compared on blocks of this size, so that one crowded corner is not the whole picture."""

BLOCK_EDGE_PX = 8
"""A block with fewer edge pixels in both pictures has no structure to compare."""

COLOUR_FAR_STEP = 40.0
"""Mean difference of a channel at which two blocks have nothing of their colour in common."""

STRUCTURE_ONLY_SHARE = 0.65
"""What the right structure in wholly wrong colours is worth; colour earns the rest. Without structure, colour earns nothing."""

MOST_PAIRS = 60
"""Pairs of pictures that are compared, spread evenly over the witnesses."""

BLANK_STEP = 8
"""A picture is blank when no channel varies by more than this over the whole of it."""

MOST_PATCHES = 40
"""Rectangles of difference that are kept of one step."""
