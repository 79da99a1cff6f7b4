internal import CPostgreSQL
internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// The rows of one fetch, read straight from libpq's memory.
///
/// Columns are checked for their types once, and values where their type allows more than Granary does.
final class PostgreSQLCursor: RowCursor, WireReader {
    private let entity: Entity
    private var source: any BlockSource
    private var block: ResultSet?
    private var pointer: OpaquePointer?
    private var row: Int32 = 0
    private var count: Int32 = 0
    private var isChecked = false

    /// Makes a cursor over a source of rows.
    init(_ source: any BlockSource, of entity: Entity) {
        self.source = source
        self.entity = entity
    }

    deinit { source.close() }

    /// Whether rows may still be read.
    private(set) var isOpen = true

    @inline(__always) func advance() throws -> Bool {
        row &+= 1
        if row < count { return true }
        return try nextBlock()
    }

    private func nextBlock() throws -> Bool {
        guard isOpen else { return false }
        do {
            while let next = try source.next() {
                (block, pointer, row, count) = (next, next.pointer, 0, next.count)
                if !isChecked { try checkTypes(next) }
                if count > 0 { return true }
            }
        } catch {
            close()
            throw error
        }
        close()
        return false
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        (block, pointer, row, count) = (nil, nil, 0, 0)
        source.close()
        source = NoRows()
    }

    func readRest() throws { try source.readRest() }

    /// Whether each column is of the type that Granary made it.
    private func checkTypes(_ result: ResultSet) throws {
        isChecked = true
        let types = entity.columns.map(\.type) + [.integer]
        for (column, type) in types.enumerated() {
            let found = PQftype(result.pointer, Int32(column))
            guard found == ColumnForm(type).identifier else {
                throw malformed(column, "is of another type than \(ColumnForm(type).name)")
            }
        }
    }

    // MARK: Values

    /// The bytes of a column; empty of a closed cursor.
    @inline(__always) private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let column = Int32(truncatingIfNeeded: column)
        guard let pointer, let start = PQgetvalue(pointer, row, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, row, column)))
    }

    @inline(__always) private func integerBits(_ column: Int) throws -> Int64 {
        let bytes = bytes(column)
        guard bytes.count == 8 else { throw malformed(column, "does not hold 8 bytes") }
        return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }

    func isNull(at column: Int) -> Bool {
        guard let pointer else { return true }
        return PQgetisnull(pointer, row, Int32(truncatingIfNeeded: column)) != 0
    }

    func bool(at column: Int) throws -> Bool {
        let bytes = bytes(column)
        guard bytes.count == 1 else { throw malformed(column, "does not hold a Boolean") }
        return bytes[0] != 0
    }

    func integer(at column: Int) throws -> Int64 { try integerBits(column) }

    func real(at column: Int) throws -> Double {
        let value = Double(bitPattern: UInt64(bitPattern: try integerBits(column)))
        if value.isNaN { throw malformed(column, "holds NaN") }
        return value
    }

    func text(at column: Int) throws -> String {
        if column < entity.columns.count, entity.columns[column].type == .json { return try json(column) }
        // The server has checked that text is UTF-8.
        return String(decoding: bytes(column), as: UTF8.self)
    }

    private func json(_ column: Int) throws -> String {
        let bytes = bytes(column)
        guard bytes.first == 1 else { throw malformed(column, "does not hold JSON in a form known here") }
        return NegativeZero.unmarked(
            CompactJSON.text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())))
    }

    func data(at column: Int) throws -> Data {
        let bytes = bytes(column)
        guard let start = bytes.baseAddress, bytes.count > 0 else { return Data() }
        return Data(bytes: start, count: bytes.count)
    }

    func date(at column: Int) throws -> Int64 {
        let (moment, overflow) = try integerBits(column).addingReportingOverflow(ByteBuffer.epoch)
        guard !overflow, StoredDate.range.contains(moment) else {
            throw malformed(column, "holds a date outside the years 1 to 9999")
        }
        return moment
    }

    func uuid(at column: Int) throws -> UUID {
        let bytes = bytes(column)
        guard bytes.count == 16 else { throw malformed(column, "does not hold the 16 bytes of a UUID") }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    func decimal(at column: Int) throws -> Decimal {
        guard let decimal = NumericForm.decode(bytes(column))?.decimal else {
            throw malformed(column, "holds a number that is not a decimal of up to 38 digits")
        }
        return decimal
    }

    private func malformed(_ column: Int, _ what: String) -> GranaryError {
        Row(self, of: entity).malformed(at: column, what, cause: nil)
    }
}
