internal import GranaryStore

/// The intersection of several indexes, each with a single value of all its columns.
///
/// Entries with equal values are sorted by the keys of their rows. One index after the other seeks the first entry that
/// is not before the row the others have reached. Rows that only some of them have are skipped without being read.
final class IndexIntersection: RowSource {
    private let view: ReadView
    private let table: TableLayout
    private var parts: [Part]
    private let key = KeyValueBuffer()
    private let record = KeyValueBuffer(capacity: 512)
    private let interrupt: InterruptFlag
    private var isBegun = false

    /// The entries of one index.
    private struct Part {
        let prefix: [UInt8]
        let cursor: any KeyValueCursor
    }

    /// Makes the intersection of the entries with some key prefixes.
    init(_ view: ReadView, _ table: TableLayout, prefixes: [[UInt8]], _ interrupt: InterruptFlag) throws {
        self.view = view
        self.table = table
        self.interrupt = interrupt
        parts = try prefixes.map { Part(prefix: $0, cursor: try view.borrowCursor()) }
    }

    deinit { close() }

    func next(into row: RowReader) throws -> Bool {
        guard !view.isOver, try found() else {
            close()
            return false
        }
        key.removeAll()
        key.append(table.prefix)
        if let first = parts.first { key.append(first.cursor.key.from(first.prefix.count)) }
        guard try view.get(key.bytes, into: record) else { throw table.missingRow }
        try row.load(key: key.bytes, record: record.bytes)
        return true
    }

    /// Calls ``advance()``; an error leaves the cursors without an entry, so they cannot be reused.
    private func found() throws -> Bool {
        do {
            return try advance()
        } catch {
            for part in parts { view.discard(part.cursor) }
            parts = []
            throw error
        }
    }

    /// Moves every cursor to the next common row; returns false if there is none.
    private func advance() throws -> Bool {
        guard let first = parts.first else { return false }
        if isBegun {
            guard try first.cursor.next() else { return false }
        } else {
            isBegun = true
            guard try first.prefix.withUnsafeBytes({ try first.cursor.seek(to: $0) }) else { return false }
        }
        guard var reached = suffix(of: first) else { return false }
        var (agreeing, position) = (1, 1)
        while agreeing < parts.count {
            try interrupt.check()
            let part = parts[position % parts.count]
            position += 1
            guard try (part.prefix + reached).withUnsafeBytes({ try part.cursor.seek(to: $0) }),
                let found = suffix(of: part)
            else { return false }
            agreeing = found == reached ? agreeing + 1 : 1
            reached = found
        }
        return true
    }

    /// The part of an entry's key after the values; `nil` after the last entry with these values.
    private func suffix(of part: Part) -> [UInt8]? {
        let key = part.cursor.key
        guard part.prefix.withUnsafeBytes({ key.begins(with: $0) }) else { return nil }
        let rest = key.from(part.prefix.count)
        // A longer data value that continues with a zero byte begins with the whole element of the shorter one. FF
        // follows there, which is not a tag.
        return rest.first == KeyTag.afterAll ? nil : Array(rest)
    }

    func close() {
        for part in parts { view.returnCursor(part.cursor) }
        parts = []
    }
}
