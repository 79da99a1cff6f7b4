import FoundationEssentials
import Granary

/// Rows that hold a hard value in each of their attributes, and how they are distinguished from almost equal ones.
enum HardRows {
    /// The rows, of the keys 0 and up.
    static let snapshots: [Finding.Snapshot] = (0..<HardValues.count).map(snapshot)

    private static func snapshot(_ row: Int) -> Finding.Snapshot {
        // Different attributes get their values in different orders, so that none covers for another.
        func at<T>(_ values: [T], _ factor: Int) -> T { values[(row &* factor &+ factor) % values.count] }
        let integer = at(HardValues.integers, 1)
        let text = at(HardValues.texts, 3)
        return Finding.Snapshot(
            id: row, bool: row % 2 == 0, int: Int(integer), int8: Int8(truncatingIfNeeded: integer),
            int16: Int16(truncatingIfNeeded: integer), int32: Int32(truncatingIfNeeded: integer),
            int64: integer,
            uint: UInt(integer & .max), uint8: UInt8(truncatingIfNeeded: integer),
            uint16: UInt16(truncatingIfNeeded: integer), uint32: UInt32(truncatingIfNeeded: integer),
            uint64: UInt64(integer & .max), double: at(HardValues.reals, 7), float: at(HardValues.floats, 9),
            string: text, data: at(HardValues.bytes, 11), date: at(HardValues.dates, 13),
            uuid: at(HardValues.uuids, 17), decimal: at(HardValues.decimals, 19),
            url: at(HardValues.urls, 21),
            grade: Grade.allCases[row % Grade.allCases.count],
            level: Level.allCases[row % Level.allCases.count],
            label: Label(
                text: text, size: row % 9 == 4 ? -0.0 : at(HardValues.reals, 23),
                parts: [text, at(HardValues.texts, 27)],
                amount: at(HardValues.decimals, 29), moments: [at(HardValues.fineDates, 31)],
                whole: UInt64(bitPattern: at(HardValues.integers, 33))),
            shape: row % 3 == 0 ? .circle(radius: at(HardValues.reals, 37)) : .named(text, corners: row),
            words: [at(HardValues.texts, 39), "", text], counts: ["=" + text: Int(integer), "": row])
    }

    /// The values of one row, with the key of another.
    static func values(of other: Int, in row: Int) -> Finding.Snapshot {
        var values = snapshots[other % snapshots.count]
        values.id = row
        return values
    }

    /// The values of a snapshot, bit by bit.
    static func bits(of row: Finding.Snapshot) -> [String: String] {
        [
            "id": "\(row.id)", "bool": "\(row.bool as Any)", "int": "\(row.int as Any)",
            "int8": "\(row.int8 as Any)",
            "int16": "\(row.int16 as Any)", "int32": "\(row.int32 as Any)", "int64": "\(row.int64 as Any)",
            "uint": "\(row.uint as Any)", "uint8": "\(row.uint8 as Any)", "uint16": "\(row.uint16 as Any)",
            "uint32": "\(row.uint32 as Any)", "uint64": "\(row.uint64 as Any)",
            "double": "\(row.double.map(\.bitPattern) as Any)",
            "float": "\(row.float.map(\.bitPattern) as Any)",
            "string": bits(row.string), "data": "\(row.data.map { Array($0) } as Any)",
            "date": "\(row.date.map(bits) as Any)", "uuid": "\(row.uuid as Any)",
            "decimal": bits(row.decimal),
            "url": bits(row.url?.absoluteString), "grade": "\(row.grade as Any)",
            "level": "\(row.level as Any)",
            "label": row.label.map(bits) ?? "nil", "shape": row.shape.map(bits) ?? "nil",
            "words": "\(row.words.map { $0.map(bits) } as Any)",
            "counts": "\(row.counts.map { $0.map { "\(bits($0.key)) \($0.value)" }.sorted() } as Any)",
        ]
    }

    private static func bits(_ text: String?) -> String { "\(text.map { Array($0.utf8) } as Any)" }
    private static func bits(_ date: Date) -> UInt64 { date.timeIntervalSinceReferenceDate.bitPattern }

    private static func bits(_ decimal: Decimal?) -> String {
        decimal.flatMap { DecimalParts($0)?.scientificText } ?? "nil"
    }

    private static func bits(_ label: Label) -> String {
        let size = "\(label.size.map(\.bitPattern) as Any)"
        let moments = "\(label.moments.map { $0.map(bits) } as Any)"
        return
            "\(bits(label.text)) \(size) \(label.parts.map(bits)) \(bits(label.amount)) \(moments) \(label.whole as Any)"
    }

    private static func bits(_ shape: Shape) -> String {
        switch shape {
        case .point: "point"
        case .circle(let radius): "circle \(radius.bitPattern)"
        case .named(let name, let corners): "named \(bits(name)) \(corners as Any)"
        }
    }

    /// Fails unless some rows hold the values of others, bit by bit.
    static func expectSame(_ found: [Finding.Snapshot], as wanted: [Finding.Snapshot] = snapshots) throws {
        try expectEqual(found.map(\.id), wanted.map(\.id), "the keys")
        for (found, wanted) in zip(found, wanted) {
            let (found, wanted) = (bits(of: found), bits(of: wanted))
            if found == wanted { continue }
            let names = found.keys.sorted().filter { found[$0] != wanted[$0] }
            let shown = names.map { "\($0): wrote \(wanted[$0] ?? ""), read \(found[$0] ?? "")" }
            throw ConformanceFailure(
                .broken, "row \(wanted["id"] ?? "") differs in \(shown.joined(separator: "; "))")
        }
    }
}

extension Finding {
    /// Empties each attribute but the key.
    func clear() { set(Snapshot(id: id)) }

    /// Gives each attribute but the key a different value through its setter.
    func set(_ row: Snapshot) {
        (bool, int, int8, int16, int32, int64) = (
            row.bool, row.int, row.int8, row.int16, row.int32, row.int64
        )
        (uint, uint8, uint16, uint32, uint64) = (row.uint, row.uint8, row.uint16, row.uint32, row.uint64)
        (double, float, string, data, date) = (row.double, row.float, row.string, row.data, row.date)
        (uuid, decimal, url, grade, level) = (row.uuid, row.decimal, row.url, row.grade, row.level)
        (label, shape, words, counts) = (row.label, row.shape, row.words, row.counts)
    }
}
