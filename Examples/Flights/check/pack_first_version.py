#!/usr/bin/env python3
"""Packs the stores of the first version into the example, the same bytes for the same stores.

pack_first_version.py FOLDER TARGET

FOLDER holds reference.sqlite, operations.sqlite, reference.leveldb and operations.leveldb, as the program has left
them in `data`. Lock and log files of LevelDB are left out; it makes them anew.
"""

import pathlib
import sys
import zipfile


def files(store):
    if store.is_dir():
        return sorted(path for path in store.iterdir() if path.name not in ("LOCK", "LOG", "LOG.old"))
    return [store]


def main():
    folder, target = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    for name in ["reference.sqlite", "operations.sqlite", "reference.leveldb", "operations.leveldb"]:
        with zipfile.ZipFile(target / f"{name}.zip", "w") as archive:
            for path in files(folder / name):
                entry = zipfile.ZipInfo(path.name, date_time=(2013, 2, 1, 0, 0, 0))
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


main()
