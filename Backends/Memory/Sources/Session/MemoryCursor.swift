internal import FoundationEssentials
internal import Granary

/// Whether the snapshot that cursors read has ended.
final class SnapshotLife {
    var isOver = false
}

/// The rows of one answer, read by column.
///
/// Used by one thread at a time.
final class MemoryCursor: RowCursor {
    /// The only row there is, before it is given, where there is no stream.
    private var only: StoredRow?
    private var stream: RowStream?
    private var life: SnapshotLife
    @exclusivity(unchecked) private var row = StoredRow.none

    /// Gives the rows of a stream.
    init(_ stream: RowStream, _ life: SnapshotLife) {
        self.stream = stream
        self.life = life
    }

    /// Gives one row, or none.
    init(_ only: StoredRow?, _ life: SnapshotLife) {
        self.only = only
        self.life = life
    }

    /// Stands on a row, which is the only one, until it is closed.
    func stand(on row: StoredRow) { self.row = row }

    func advance() throws -> Bool {
        guard !life.isOver, let next = try nextRow() else {
            close()
            return false
        }
        row = next
        return true
    }

    private func nextRow() throws -> StoredRow? {
        if let stream { return try stream.next() }
        defer { only = nil }
        return only
    }

    func close() {
        only = nil
        stream = nil
        row = .none
    }

    func isNull(at column: Int) -> Bool {
        // The version stands behind the last column.
        column < row.count
            ? row.withValue(at: column) { $0.isNull } : column != row.count || row === StoredRow.none
    }

    func bool(at column: Int) throws -> Bool {
        guard case .bool(let value) = row.value(at: column) else { throw mismatch(column, "a Boolean") }
        return value
    }

    func integer(at column: Int) throws -> Int64 {
        if case .integer(let value) = row.value(at: column) { return value }
        guard column == row.count, row !== StoredRow.none else { throw mismatch(column, "an integer") }
        return row.version
    }

    func real(at column: Int) throws -> Double {
        guard case .real(let value) = row.value(at: column) else { throw mismatch(column, "a number") }
        return value
    }

    func text(at column: Int) throws -> String {
        guard case .text(let value) = row.value(at: column) else { throw mismatch(column, "text") }
        return value
    }

    func data(at column: Int) throws -> Data {
        guard case .data(let value) = row.value(at: column) else { throw mismatch(column, "data") }
        return value
    }

    func date(at column: Int) throws -> Int64 {
        guard case .date(let value) = row.value(at: column) else { throw mismatch(column, "a date") }
        return value
    }

    func uuid(at column: Int) throws -> UUID {
        guard case .uuid(let value) = row.value(at: column) else { throw mismatch(column, "a UUID") }
        return value
    }

    func decimal(at column: Int) throws -> Decimal {
        guard case .decimal(let value) = row.value(at: column) else {
            throw mismatch(column, "a decimal number")
        }
        return value
    }

    private func mismatch(_ column: Int, _ wanted: String) -> GranaryError {
        GranaryError(.malformed, "Column \(column) of the current row is not \(wanted).")
    }
}
