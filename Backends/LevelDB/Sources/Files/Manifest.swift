/// The log that has to be there, by LevelDB's MANIFEST.
///
/// A manifest is a log of changes to the set of files. Each consists of fields, a tag and what belongs to it, all as
/// numbers of seven bits a byte, the lowest first, and as texts with their length before them.
struct Manifest {
    /// The number of the oldest log whose saves are not in tables yet; 0 where none is needed, `nil` where it is not
    /// said in anything whole.
    let logNumber: UInt64?

    /// Reads a manifest.
    ///
    /// - Throws: the errors of reading it.
    init(_ bytes: LogBytes) throws {
        logNumber = try LogScan(bytes).records().reduce(nil) { found, record in
            var fields = Fields(rest: record[...])
            return fields.logNumber() ?? found
        }
    }

    /// The name of the file with that log, as LevelDB gives it; `nil` where none is needed.
    var logName: String? {
        guard let logNumber, logNumber > 0 else { return nil }
        let digits = String(logNumber)
        return String(repeating: "0", count: max(6 - digits.count, 0)) + digits + ".log"
    }
}

/// The fields of one change of the set of files.
private struct Fields {
    var rest: ArraySlice<UInt8>

    /// A part that may follow a tag.
    private enum Part { case number, text }

    /// The parts that follow each tag that LevelDB 1.23 knows.
    private static let parts: [UInt64: [Part]] = [
        1: [.text], 2: [.number], 3: [.number], 4: [.number], 5: [.number, .text], 6: [.number, .number],
        7: [.number, .number, .number, .text, .text], 9: [.number],
    ]

    /// The last log number among the fields; `nil` where there is none, or a field of another kind.
    mutating func logNumber() -> UInt64? {
        var found: UInt64?
        while !rest.isEmpty {
            guard let tag = number(), let parts = Self.parts[tag] else { return nil }
            for part in parts {
                guard let value = number() else { return nil }
                if tag == 2 { found = value }
                guard part == .text else { continue }
                guard value <= UInt64(rest.count) else { return nil }
                rest = rest.dropFirst(Int(value))
            }
        }
        return found
    }

    private mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
