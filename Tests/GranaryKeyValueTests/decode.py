"""Reads the entries of a key-value store, as Docs/Design/key-encoding.md and record-encoding.md specify them.

Takes a file with a line for each entry, key and value in hexadecimal digits, and prints the rows, the pairs and the
index entries as JSON. It shares nothing with Granary's own code.
"""

import json
import struct
import sys
import uuid


def decimal(text):
    """The number of an ordered text (decimal-encoding.md), in scientific notation."""
    if text == "0":
        return "0"
    negative = text[0] == "-"
    exponent, digits = int(text[1:4]), text[4:]
    if negative:
        exponent, digits = 499 - exponent, "".join(str(9 - int(digit)) for digit in digits[:-1])
    else:
        exponent -= 500
    return f"{'-' if negative else ''}{digits[0]}.{digits[1:] or '0'}E{exponent}"


def signed(data, negative):
    return int.from_bytes((b"\xff" if negative else b"\0") + data, "big", signed=True)


def element(key, at):
    """The value at a place of a key, and where the next one begins."""
    tag, at = key[at], at + 1
    if tag == 0x05:
        return None, at
    if tag in (0x10, 0x11):
        return tag == 0x11, at
    for zero, name in ((0x29, None), (0x49, "date")):
        if zero - 9 <= tag <= zero + 8:
            size = zero - 1 - tag if tag < zero else tag - zero
            number = signed(key[at:at + size], tag < zero)
            return (number if name is None else f"{name} {number}"), at + size
    if tag == 0x60:
        bits = int.from_bytes(key[at:at + 8], "big")
        bits = bits & ~(1 << 63) if bits >> 63 else bits ^ ((1 << 64) - 1)
        return struct.unpack(">d", bits.to_bytes(8, "big"))[0], at + 8
    if tag in (0x68, 0x70):
        end = key.index(0, at)
        text = key[at:end].decode()
        return (decimal(text) if tag == 0x68 else text), end + 1
    if tag == 0x78:
        data = bytearray()
        while True:
            if key[at] != 0:
                data.append(key[at])
                at += 1
            elif at + 1 < len(key) and key[at + 1] == 0xFF:
                data.append(0)
                at += 2
            else:
                return "data " + data.hex(), at + 1
    if tag == 0x80:
        return str(uuid.UUID(bytes=bytes(key[at:at + 16]))), at + 16
    raise ValueError(f"unknown tag {tag:02x}")


def elements(key, at):
    values = []
    while at < len(key):
        value, at = element(key, at)
        values.append(value)
    return values


def varint(record, at):
    value = shift = 0
    while True:
        value |= (record[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if record[at - 1] < 0x80:
            if value >> 64:
                raise ValueError("a number of more than 64 bits")
            return value, at


def content(record, at, kind, type):
    if kind in (0, 1):
        return kind == 1, at
    if kind == 2:
        folded, at = varint(record, at)
        return folded >> 1 ^ -(folded & 1), at
    if kind == 3:
        data = record[at:at + 8]
        value = struct.unpack("<d", data)[0] if type == "real" else f"date {struct.unpack('<q', data)[0]}"
        return value, at + 8
    if kind == 4:
        return str(uuid.UUID(bytes=bytes(record[at:at + 16]))), at + 16
    if kind == 5:
        length, at = varint(record, at)
        data = record[at:at + length]
        if type == "data":
            return "data " + data.hex(), at + length
        text = data.decode()
        return (decimal(text) if type == "decimal" else text), at + length
    raise ValueError(f"unknown kind {kind}")


def row(table, key, record):
    assert record[0] == 1
    save, at = varint(record, 1)
    columns = {column["id"]: column for column in table["columns"]}
    values = dict(zip(table["key"], elements(key, 3)))
    while at < len(record):
        head, at = varint(record, at)
        column = columns[head >> 3]
        if column["name"] in values:
            raise ValueError("two fields for one column")
        values[column["name"]], at = content(record, at, head & 7, column["type"])
    return {"table": table["name"], "save": save, "values": values}


def entry(table, key, value):
    index = next(index for index in table["indexes"] if index["id"] == int.from_bytes(key[3:5], "big"))
    values = elements(key, 5)
    count = len(index["columns"])
    rest = values[count:]
    if value:
        rest = elements(value, 0)
    elif not rest:
        rest = [values[index["columns"].index(name)] for name in table["key"]]
    return {"table": table["name"], "index": index["columns"], "values": values[:count], "row": rest}


def main():
    entries = []
    for line in open(sys.argv[1]).read().split("\n"):
        if line:
            key, _, value = line.partition(" ")
            entries.append((bytes.fromhex(key), bytes.fromhex(value)))
    assert [key for key, _ in entries] == sorted(key for key, _ in entries)
    found = dict(entries)
    catalogue = json.loads(found[b"\0catalogue"])
    tables = {table["id"]: table for table in catalogue["tables"]}
    result = {"saves": int.from_bytes(found[b"\0version"], "big"), "entries": []}
    for key, value in entries:
        if key[0] == 0:
            continue
        table = tables[int.from_bytes(key[1:3], "big")]
        result["entries"].append(row(table, key, value) if key[0] == 1 else entry(table, key, value))
    lines = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in result["entries"])
    print(f'{{"saves": {result["saves"]}, "entries": [\n{lines}\n]}}')


main()
