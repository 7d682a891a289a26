"""Archives as nobody should write them: attempts that were kept (`.npz`) and policies (`.zip`)."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from random import Random

import numpy as np

from tests.fuzz.mutation import NASTY


def npz(**arrays: object) -> bytes:
    """An archive of arrays."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def with_header(data: bytes, name: str, header: bytes) -> bytes:
    """The archive with another header in the array of that name."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            body = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header if each == name else old.read(each)
            new.writestr(each, body)
    return file.getvalue()


def encrypted(data: bytes) -> bytes:
    """The archive with the marks of encryption in all its entries."""
    data = bytearray(data)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.find(mark)
        while start >= 0:
            data[start + at] |= 1
            start = data.find(mark, start + 4)
    return bytes(data)


def broken(data: bytes) -> bytes:
    """The archive with other bytes in the middle of what is packed."""
    return data[:60] + b"\xff" * 40 + data[100:]


def zipped(data: bytes, name: str = "data") -> bytes:
    """An archive of one file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


HUGE = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }\n"
DEEP = b"{'descr': '<f8', 'fortran_order': False, 'shape': " + b"(" * 3000 + b"}\n"
Attempt = Mapping[str, np.ndarray]
HOSTILE: dict[str, Callable[[Attempt], bytes]] = {
    "no archive": lambda good: b"PK\x03\x04 no",
    "cut": lambda good: npz(**good)[:-30],
    "bad zlib": lambda good: broken(npz(**good)),
    "encrypted": lambda good: encrypted(npz(**good)),
    "a shape of 1e12": lambda good: with_header(npz(**good), "rewards.npy", HUGE),
    "a deep header": lambda good: with_header(npz(**good), "rewards.npy", DEEP),
    "an object": lambda good: npz(**{**good, "rewards": np.array([{}, {}], object)}),
    "a number": lambda good: npz(**{**good, "rewards": np.array(1.0)}),
    "a key missing": lambda good: npz(**{key: value for key, value in good.items() if key != "rewards"}),
    "a key too many": lambda good: npz(**good, other=np.zeros(2)),
    "no outcome": lambda good: npz(**{key: value for key, value in good.items() if key != "infos/outcome"}),
    "another length": lambda good: npz(**{**good, "rewards": np.zeros(5)}),
    "what is seen is of another shape": lambda good: npz(
        **{key: np.zeros((3, 99)) if key.startswith("observations") else value for key, value in good.items()}
    ),
    "actions of another shape": lambda good: npz(**{**good, "actions": good["actions"][..., None]}),
    "numbers that are text": lambda good: npz(**{**good, "rewards": good["rewards"].astype(str)}),
    "complex numbers": lambda good: npz(**{**good, "rewards": good["rewards"].astype(complex)}),
    "an outcome that is a number": lambda good: npz(**{**good, "infos/outcome": np.zeros(len(good["infos/outcome"]))}),
    "nothing done": lambda good: npz(**{key: np.zeros(0) for key in good}),
}
"""What is made of a good attempt."""


def changed_attempt(good: Attempt, rng: Random) -> bytes:
    """An attempt with something wrong: one of those above, an array of another form, or other bytes."""
    if rng.random() < 0.3:
        return rng.choice(list(HOSTILE.values()))(good)
    arrays = dict(good)
    if rng.random() < 0.7:
        key = rng.choice(list(arrays))
        array = arrays[key]
        arrays[key] = rng.choice(
            (
                array[:-1],
                array[..., None],
                array.astype("S8"),
                array.astype("U8"),
                np.full(array.shape, rng.choice((np.nan, np.inf, -1e30, 2**40))),
                np.zeros(array.shape, rng.choice(("i1", "c16", "?", "V3", "M8[s]", ">f4"))),
                np.zeros((len(array), 0)),
                np.full(array.shape, rng.choice(NASTY)[:1000]),
            )
        )
    data = npz(**arrays)
    return other_bytes(data, rng) if rng.random() < 0.4 else data


def changed_policy(rng: Random) -> bytes:
    """What a file of stable-baselines3 may be instead."""
    said: object = rng.choice(
        (
            {"policy_class": {"__module__": rng.choice(("stable_baselines3.sac.policies", "sac", "os", *NASTY, 3))}},
            {"policy_class": rng.choice((None, [], "x", {}))},
            rng.choice(([], {}, None, 3)),
        )
    )
    text = json.dumps(said) if rng.random() < 0.7 else rng.choice(NASTY)
    data = zipped(text.encode("utf-8", "surrogatepass"), rng.choice(("data", "data", "data", "x", "../data")))
    return rng.choice((data, data, encrypted(data), broken(data), other_bytes(data, rng), b"", b"PK"))


def other_bytes(data: bytes, rng: Random) -> bytes:
    """Data with some bytes replaced, now and then cut off."""
    cut = bytearray(data)
    for _ in range(rng.choice((1, 3, 30))):
        cut[rng.randrange(len(cut))] = rng.randrange(256)
    return bytes(cut[: rng.choice((len(cut), len(cut), rng.randrange(len(cut))))])
