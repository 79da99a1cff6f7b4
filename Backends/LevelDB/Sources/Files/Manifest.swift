/// The files that have to be there, by LevelDB's MANIFEST.
///
/// A manifest is a log of changes to the set of files. Each consists of fields, a tag and its content, all as numbers
/// of seven bits a byte, the lowest first, and as texts with their length before them.
struct Manifest {
    /// The number of the oldest log whose saves are not in tables yet; 0 where none is needed, `nil` where it is not
    /// said in anything whole.
    private(set) var logNumber: UInt64?
    /// The sizes of the tables, by their numbers.
    private(set) var tables: [UInt64: UInt64] = [:]

    /// Reads a manifest.
    ///
    /// - Throws: the errors of reading it.
    init(_ bytes: LogBytes) throws {
        for record in try LogScan(bytes).records() {
            // LevelDB removes tables before it adds others, regardless of the order in which a change names them.
            guard let change = Change(record) else { continue }
            logNumber = change.logNumber ?? logNumber
            for number in change.removed { tables[number] = nil }
            for (number, size) in change.added { tables[number] = size }
        }
    }

    /// The name of the file with that log, as LevelDB gives it; `nil` where none is needed.
    var logName: String? {
        guard let logNumber, logNumber > 0 else { return nil }
        return Self.name(logNumber) + ".log"
    }

    /// The names that a table may have, without looking which it has.
    static func tableNames(_ number: UInt64) -> [String] { [".ldb", ".sst"].map { name(number) + $0 } }

    private static func name(_ number: UInt64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
    }
}

/// One change of the set of files.
private struct Change {
    var logNumber: UInt64?
    var removed: [UInt64] = []
    var added: [(number: UInt64, size: UInt64)] = []

    /// A part that may follow a tag.
    private enum Part { case number, text }

    /// The parts that follow each tag that LevelDB 1.23 knows.
    private static let parts: [UInt64: [Part]] = [
        1: [.text], 2: [.number], 3: [.number], 4: [.number], 5: [.number, .text], 6: [.number, .number],
        7: [.number, .number, .number, .text, .text], 9: [.number],
    ]

    /// Reads a change; `nil` where a field is of another kind.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let tag = Self.number(&rest), let parts = Self.parts[tag] else { return nil }
            var numbers: [UInt64] = []
            for part in parts {
                guard let value = Self.number(&rest) else { return nil }
                if part == .number {
                    numbers.append(value)
                } else {
                    guard value <= UInt64(rest.count) else { return nil }
                    rest = rest.dropFirst(Int(value))
                }
            }
            switch tag {
            case 2: logNumber = numbers[0]
            // The level comes first.
            case 6: removed.append(numbers[1])
            case 7: added.append((numbers[1], numbers[2]))
            default: break
            }
        }
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
