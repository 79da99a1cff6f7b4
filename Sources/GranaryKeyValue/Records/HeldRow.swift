internal import GranaryStore

/// A row with its own memory, for sorting or for the targets of relationships.
///
/// Used by one thread at a time.
final class HeldRow: StoredRow {
    let table: TableLayout
    private let memory: UnsafeMutableRawPointer
    private let keyCount: Int
    private let recordCount: Int

    /// Copies the bytes of a row that has been read completely once and is valid.
    init(_ table: TableLayout, key: Bytes, record: Bytes) {
        self.table = table
        keyCount = key.count
        recordCount = record.count
        memory = .allocate(byteCount: max(keyCount + recordCount, 1), alignment: 1)
        if let start = key.baseAddress { memory.copyMemory(from: start, byteCount: keyCount) }
        if let start = record.baseAddress {
            (memory + keyCount).copyMemory(from: start, byteCount: recordCount)
        }
    }

    deinit { memory.deallocate() }

    var key: Bytes { Bytes(start: memory, count: keyCount) }
    var record: Bytes { Bytes(start: memory + keyCount, count: recordCount) }

    /// Finds the value of a column by scanning the row; no column has two.
    ///
    /// - Throws: `GranaryError.Code.malformed`.
    func cell(at column: Int) throws -> Cell {
        guard table.types.indices.contains(column) else { return Cell() }
        return table.isInKey[column] ? try keyCell(column) : try recordCell(column)
    }

    private func keyCell(_ wanted: Int) throws -> Cell {
        var rest = key.from(table.prefix.count)
        for column in table.key {
            guard let length = KeyElement.length(rest), let start = rest.baseAddress,
                KeyElement.isOfKind(rest[0], table.types[column])
            else { throw table.damagedRecord }
            if column == wanted { return Cell(start, length) }
            rest = rest.from(length)
        }
        throw table.damagedRecord
    }

    private func recordCell(_ column: Int) throws -> Cell {
        guard var scanner = RecordScanner(record) else { throw table.damagedRecord }
        let (id, kind) = (table.ids[column], RecordFormat.kind(of: table.types[column]))
        while true {
            switch scanner.step() {
            case .end: return table.shape.initial[column]
            case .damage: throw table.damagedRecord
            case .field where scanner.id == id:
                let fits =
                    scanner.kind == kind
                    || (kind == RecordFormat.Kind.no && scanner.kind == RecordFormat.Kind.yes)
                guard fits else { throw table.damagedRecord }
                return scanner.cell
            case .field: continue
            }
        }
    }
}
