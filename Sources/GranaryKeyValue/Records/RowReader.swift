internal import FoundationEssentials
internal import GranaryStore

/// Reads rows: finds the bytes of all values once, then returns them by column.
///
/// The bytes belong to an engine's cursor or a buffer, which must not move while the row is read. Used by one thread at
/// a time.
final class RowReader: StoredRow {
    let table: TableLayout
    private(set) var key = Bytes(start: nil, count: 0)
    private(set) var record = Bytes(start: nil, count: 0)
    /// The number of the save that wrote the row.
    private(set) var version: Int64 = 0
    private let cells: UnsafeMutablePointer<Cell>
    private let columnCount: Int
    /// The column whose field a row that could not be loaded has twice or of another kind.
    private var wrongColumn: Int?
    /// The types of the columns, the columns by number, and the key columns.
    let shape: RowShape

    init(_ table: TableLayout) {
        self.table = table
        columnCount = table.columns.count
        shape = table.shape
        cells = .allocate(capacity: max(columnCount, 1))
        cells.initialize(repeating: Cell(), count: max(columnCount, 1))
    }

    deinit { cells.deallocate() }

    /// Reads another row.
    ///
    /// - Throws: `GranaryError.Code.malformed` if the key or the record is not of this table, with the row's key where it
    ///   can be read.
    func load(key: Bytes, record: Bytes) throws {
        self.key = key
        self.record = record
        cells.update(from: shape.initial, count: columnCount)
        wrongColumn = nil
        guard loadKey(), loadRecord() else {
            defer { unload() }
            throw located(wrongColumn.map(table.damagedValue) ?? table.damagedRecord)
        }
    }

    /// An error about the current row with the row's key, which is lost when the row is unloaded.
    func located(_ error: any Error) -> any Error {
        guard var located = error as? GranaryError, located.code == .malformed, isLoaded,
            located.context.key == nil, located.context.entity == table.name
        else { return error }
        located.context.key = try? KeyCoding.decode(key.from(table.prefix.count), table.keyTypes)
        return located
    }

    /// Reads a row that a writer has just finished, with the known places of its values.
    @inline(__always) func load(
        key: Bytes, record: Bytes, version: Int64, cells places: UnsafePointer<RecordWriter.Place>
    ) {
        self.key = key
        self.record = record
        self.version = version
        for column in 0..<columnCount {
            let bytes = shape.isInKey[column] ? key : record
            cells[column] = places[column].cell(in: bytes)
        }
    }

    /// Forgets the row.
    func unload() {
        (key, record, version) = (Bytes(start: nil, count: 0), Bytes(start: nil, count: 0), 0)
        cells.update(repeating: Cell(), count: columnCount)
    }

    /// Whether there is a row.
    var isLoaded: Bool { key.baseAddress != nil }

    @inline(__always) private func loadKey() -> Bool {
        var rest = key.from(table.prefix.count)
        for position in 0..<shape.keyCount {
            let column = shape.keyColumns[position]
            guard let length = KeyElement.length(rest), let start = rest.baseAddress,
                KeyElement.isOfKind(rest[0], shape.types[column])
            else { return false }
            cells[column] = Cell(start, length)
            rest = rest.from(length)
        }
        return rest.isEmpty
    }

    @inline(__always) private func loadRecord() -> Bool {
        guard var scanner = RecordScanner(record) else { return false }
        version = scanner.version
        while true {
            switch scanner.step() {
            case .end: return true
            case .damage: return false
            case .field:
                // Fields of columns that are not in the schema are skipped.
                guard scanner.id < shape.idCount else { continue }
                let column = shape.columnsByID[scanner.id]
                guard column >= 0 else { continue }
                // A cell that no longer has its initial value was read already: a column that comes twice is damage.
                guard shape.fits(scanner.kind, column), cells[column].start == shape.initial[column].start
                else {
                    wrongColumn = column
                    return false
                }
                cells[column] = scanner.cell
            }
        }
    }

    /// The bytes of a column's value; none for a column that does not exist.
    @inline(__always) func cell(at column: Int) -> Cell {
        column >= 0 && column < columnCount ? cells[column] : Cell()
    }

    /// Appends some columns to a key; returns false if one of them is null.
    @inline(__always) func appendCells(_ columns: [Int], to key: KeyValueBuffer) -> Bool {
        for column in columns {
            let cell = cell(at: column)
            if cell.start == nil { return false }
            cell.append(as: shape.types[column], inKey: shape.isInKey[column], to: key)
        }
        return true
    }

    /// The bytes of a value of one type.
    @inline(__always) private func cell(at column: Int, _ type: AttributeType) throws -> Cell {
        guard column >= 0, column < columnCount, shape.types[column] == type, cells[column].start != nil
        else { throw mismatch(column, type) }
        return cells[column]
    }

    private func mismatch(_ column: Int, _ type: AttributeType) -> GranaryError {
        GranaryError(
            .malformed, "Column \(column) of the current row is not \(type.rawValue).",
            context: .init(
                entity: table.name, properties: column < columnCount ? table.propertyNames([column]) : []))
    }
}

extension RowReader {
    func isNull(at column: Int) -> Bool {
        column == columnCount ? !isLoaded : cell(at: column).start == nil
    }

    func bool(at column: Int) throws -> Bool {
        let cell = try cell(at: column, .bool)
        return shape.isInKey[column] ? cell.bytes[0] == KeyTag.yes : cell.count == 1
    }

    func integer(at column: Int) throws -> Int64 {
        // The version follows the last column.
        if column == columnCount, isLoaded { return version }
        let cell = try cell(at: column, .integer)
        return shape.isInKey[column] ? KeyElement.integer(cell.bytes) : cell.integer
    }

    func real(at column: Int) throws -> Double {
        let cell = try cell(at: column, .real)
        guard let number = cell.real(inKey: shape.isInKey[column]) else { throw table.damagedValue(column) }
        return number
    }

    func text(at column: Int) throws -> String {
        guard column >= 0, column < columnCount, cells[column].start != nil,
            shape.types[column] == .text || shape.types[column] == .json
        else { throw mismatch(column, .text) }
        guard let text = cells[column].text(inKey: shape.isInKey[column]) else {
            throw table.damagedValue(column)
        }
        return text
    }

    func data(at column: Int) throws -> Data {
        let cell = try cell(at: column, .data)
        return shape.isInKey[column] ? KeyElement.data(cell.bytes) : Data(cell.bytes)
    }

    func date(at column: Int) throws -> Int64 {
        let cell = try cell(at: column, .date)
        guard let moment = cell.date(inKey: shape.isInKey[column]) else { throw table.damagedValue(column) }
        return moment
    }

    func uuid(at column: Int) throws -> UUID { try cell(at: column, .uuid).uuid }

    func decimal(at column: Int) throws -> Decimal {
        let cell = try cell(at: column, .decimal)
        let bytes = shape.isInKey[column] ? KeyElement.text(cell.bytes) : cell.bytes
        do { return try DecimalEncoding.decode(bytes) } catch { throw table.damagedValue(column) }
    }
}
