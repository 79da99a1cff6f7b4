internal import FoundationEssentials
internal import GranaryStore

/// The rows of one answer, read by column.
///
/// Used by one thread at a time.
final class MemoryCursor: RowCursor {
    /// The only row there is, before it is given, where there is no stream.
    private var only: StoredRow?
    private var stream: RowStream?
    private var life: SnapshotLife
    /// Keeps the current row, unless the snapshot does.
    @exclusivity(unchecked) private var kept = StoredRow.none
    @exclusivity(unchecked) private var current = Unmanaged.passUnretained(StoredRow.none)

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

    /// Stands on a row, which is the only one, until the cursor is closed; so long the caller keeps the row.
    func stand(on row: Unmanaged<StoredRow>) { current = row }

    /// Calls a closure with a cell of the current row.
    @inline(__always) private func withCell<R>(at column: Int, _ body: (Cell) throws -> R) rethrows -> R {
        try current._withUnsafeGuaranteedRef { try $0.withCell(at: column, body) }
    }

    func advance() throws -> Bool {
        guard !life.isOver, let next = try nextRow() else {
            close()
            return false
        }
        kept = next
        current = .passUnretained(next)
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
        current = .passUnretained(.none)
        if kept !== StoredRow.none { kept = .none }
    }

    func isNull(at column: Int) -> Bool {
        // The version follows the last column.
        withCell(at: column) { $0.kind == .null } && !isVersion(column)
    }

    func bool(at column: Int) throws -> Bool {
        try withCell(at: column) { cell in
            guard cell.kind == .bool else { throw mismatch(column, "a Boolean") }
            return cell.bool
        }
    }

    func integer(at column: Int) throws -> Int64 {
        try withCell(at: column) { cell in
            if cell.kind == .integer { return cell.integer }
            guard isVersion(column) else { throw mismatch(column, "an integer") }
            return current._withUnsafeGuaranteedRef { $0.version }
        }
    }

    func real(at column: Int) throws -> Double {
        try withCell(at: column) { cell in
            guard cell.kind == .real else { throw mismatch(column, "a number") }
            return cell.real
        }
    }

    func text(at column: Int) throws -> String {
        try withCell(at: column) { cell in
            if cell.kind == .text { return cell.text }
            guard cell.kind == .shared, case .text(let value) = shared(cell) else {
                throw mismatch(column, "text")
            }
            return value
        }
    }

    func data(at column: Int) throws -> Data {
        try withCell(at: column) { cell in
            if cell.kind == .data { return cell.data }
            guard cell.kind == .shared, case .data(let value) = shared(cell) else {
                throw mismatch(column, "data")
            }
            return value
        }
    }

    func date(at column: Int) throws -> Int64 {
        try withCell(at: column) { cell in
            guard cell.kind == .date else { throw mismatch(column, "a date") }
            return cell.integer
        }
    }

    func uuid(at column: Int) throws -> UUID {
        try withCell(at: column) { cell in
            guard cell.kind == .uuid else { throw mismatch(column, "a UUID") }
            return cell.uuid
        }
    }

    func decimal(at column: Int) throws -> Decimal {
        try withCell(at: column) { cell in
            guard cell.kind == .decimal else { throw mismatch(column, "a decimal number") }
            return cell.decimal
        }
    }

    /// Whether a column is the one behind the last, which holds the version.
    private func isVersion(_ column: Int) -> Bool {
        current._withUnsafeGuaranteedRef { $0 !== StoredRow.none && column == $0.count }
    }

    private func shared(_ cell: Cell) -> Value { current._withUnsafeGuaranteedRef { $0.shared(cell.word) } }

    private func mismatch(_ column: Int, _ wanted: String) -> GranaryError {
        GranaryError(.malformed, "Column \(column) of the current row is not \(wanted).")
    }
}
