"""Names of numbers and tables in scenes and experiments as words with their units. Text only."""

from __future__ import annotations

UNITS = {
    "edges_s2": "edges/s²",
    "m_s2": "m/s²",
    "deg_s2": "degrees/s²",
    "kg_m3": "kg/m³",
    "weights_edge": "weights × edge",
    "weights_s": "weights/s",
    "edges_s": "edges/s",
    "rad_s": "rad/s",
    "deg_s": "degrees/s",
    "m_s": "m/s",
    "per_s": "1/s",
    "weights": "weights",
    "edges": "edges",
    "deg": "degrees",
    "mm": "mm",
    "m": "m",
    "kg": "kg",
    "pa": "Pa",
    "hz": "Hz",
    "s": "s",
}
"""By the end of a name, what it says of the unit; longer ends first."""
LABELS = {
    "friction": "friction between dice",
    "friction_plate": "friction on the plate",
    "friction_table": "friction on the table",
    "stiffness_weights_edge": "stiffness (weights/edge)",
}
"""What would not be read right from its name."""


def label_of(name: str) -> str:
    """The name of a number, table or word in a file for people, with its unit: `edge (m)`."""
    if name in LABELS:
        return LABELS[name]
    for end, unit in UNITS.items():
        if name.endswith(f"_{end}"):
            return f"{name.removesuffix(f'_{end}').replace('_', ' ')} ({unit})"
    return name.replace("_", " ").replace("-", " ")


def spelt(name: str) -> str:
    """A name that is typed as words, `Slide distance`."""
    return name.replace("-", " ").capitalize()
