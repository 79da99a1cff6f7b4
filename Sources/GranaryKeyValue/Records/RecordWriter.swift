internal import FoundationEssentials
internal import GranaryStore

/// Encodes the columns of one row after the other as key and record, and checks that each column can hold its value.
///
/// Used by one thread at a time.
final class RecordWriter: ColumnWriter {
    let table: TableLayout
    /// The record being written.
    let record = KeyValueBuffer(capacity: 512)
    /// The key of the row, once it is finished.
    let key = KeyValueBuffer()
    /// The elements of the key's columns, in the order of writing.
    private let elements = KeyValueBuffer()
    /// The place of each column's value; for a key column, its place among `elements` until the row is finished.
    private let places: UnsafeMutablePointer<Place>
    private let shape: RowShape
    private var version: Int64 = 0
    private var failure: GranaryError?
    /// Whether there is a failure, which is faster to check.
    private var isRefused = false

    /// The place of a value in a key or a record.
    struct Place: BitwiseCopyable {
        /// The offset of the value; negative for null.
        var offset: Int
        /// As ``Cell/count``.
        var count: Int

        static let none = Place(offset: -1, count: 0)

        /// The value in the bytes of the key or the record.
        @inline(__always) func cell(in bytes: Bytes) -> Cell {
            guard offset >= 0, let start = bytes.baseAddress else { return Cell() }
            return Cell(start + offset, count)
        }
    }

    init(_ table: TableLayout) {
        self.table = table
        shape = table.shape
        places = .allocate(capacity: max(shape.count, 1))
        places.initialize(repeating: .none, count: max(shape.count, 1))
    }

    deinit { places.deallocate() }

    /// Begins a new row.
    @inline(__always) func begin(version: Int64) {
        isRefused = false
        self.version = version
        record.removeAll()
        elements.removeAll()
        places.update(repeating: .none, count: shape.count)
        record.append(byte: RecordFormat.version)
        record.append(varint: UInt64(bitPattern: version))
    }

    /// Begins a row that copies another one except for some properties; also copies fields without a column in the
    /// schema.
    func begin(version: Int64, changing row: RowReader, but properties: PropertySet) throws {
        begin(version: version)
        for position in 0..<shape.keyCount {
            let column = shape.keyColumns[position]
            element(column) { $0.append(row.cell(at: column).bytes) }
        }
        guard var scanner = RecordScanner(row.record) else { throw table.damagedRecord }
        while true {
            switch scanner.step() {
            case .end: return copyInitial(of: row, but: properties)
            case .damage: throw table.damagedRecord
            case .field:
                let column = scanner.id < shape.idCount ? shape.columnsByID[scanner.id] : -1
                if column >= 0 {
                    if properties.contains(shape.properties[column]) { continue }
                    places[column] = Place(
                        offset: record.count + scanner.headCount, count: scanner.cell.count)
                }
                record.append(scanner.field)
            }
        }
    }

    /// Writes the values that a row has without having them in its record.
    private func copyInitial(of row: RowReader, but properties: PropertySet) {
        guard shape.hasInitial else { return }
        for column in 0..<shape.count where shape.initial[column].start != nil && places[column].offset < 0 {
            if properties.contains(shape.properties[column]) { continue }
            let value = shape.initial[column].value(shape.types[column], inKey: false)
            if let value { self.value(value, at: column) }
        }
    }

    /// The bytes of a value that was written since the row began.
    ///
    /// - Throws: `GranaryError.Code.invalidValue` for a value that cannot be stored.
    func cell(at column: Int) throws -> Cell {
        if let failure, isRefused { throw failure }
        return shape.isInKey[column] ? Cell() : places[column].cell(in: record.bytes)
    }

    /// Finishes the row: assembles the key, and loads the row into the reader.
    ///
    /// - Throws: `GranaryError.Code.invalidValue` for a value that cannot be stored; `GranaryError.Code.constraint` for
    ///   a missing one.
    @inline(__always) func finish(into row: RowReader) throws {
        if isRefused, let failure { throw failure }
        guard record.count + elements.count <= RecordFormat.mostBytes else { throw tooLarge }
        key.removeAll()
        key.append(table.prefix)
        for position in 0..<shape.keyCount {
            let column = shape.keyColumns[position]
            let place = places[column]
            guard place.offset >= 0 else { throw missing(column) }
            places[column].offset = key.count
            key.append(elements.bytes(place.offset, place.count))
        }
        row.load(key: key.bytes, record: record.bytes, version: version, cells: places)
        for column in table.required where places[column].offset < 0 { throw missing(column) }
    }

    private var tooLarge: GranaryError {
        GranaryError(
            .invalidValue,
            "An object of \(table.name) has more than a billion bytes. Keep it elsewhere, or in parts.",
            context: .init(entity: table.name))
    }

    /// Whether a value is small enough to be stored; notes the failure otherwise.
    @inline(__always) private func fits(_ bytes: Int, _ column: Int) -> Bool {
        if bytes <= RecordFormat.mostBytes { return true }
        refuse("has more than a billion bytes; keep it elsewhere, or in parts", at: column)
        return false
    }

    private func missing(_ column: Int) -> GranaryError {
        let names = table.propertyNames([column])
        return GranaryError(
            .constraint, "\(table.name).\(names.joined()) must have a value.",
            context: .init(entity: table.name, properties: names, constraint: .notNull))
    }

    private func refuseKind(at column: Int) {
        guard table.columns.indices.contains(column) else {
            let context = GranaryError.Context(entity: table.name)
            return refuse(
                GranaryError(.invalidValue, "\(table.name) has no column \(column).", context: context))
        }
        refuse("is of another kind than \(shape.types[column].rawValue)", at: column)
    }

    private func refuse(_ reason: String, at column: Int) {
        let names = table.propertyNames([column])
        refuse(
            GranaryError(
                .invalidValue, "A value for \(table.name).\(names.joined()) cannot be stored: it \(reason).",
                context: .init(entity: table.name, properties: names)))
    }

    private func refuse(_ failure: GranaryError) {
        self.failure = failure
        isRefused = true
    }

    /// Whether a column holds values of a type; notes the failure otherwise.
    @inline(__always) private func accepts(_ type: AttributeType, at column: Int) -> Bool {
        if column >= 0, column < shape.count, shape.types[column] == type { return true }
        refuseKind(at: column)
        return false
    }

    /// Appends a whole element of the key.
    @inline(__always) private func element(_ column: Int, _ body: (KeyValueBuffer) -> Void) {
        let offset = elements.count
        body(elements)
        places[column] = Place(offset: offset, count: elements.count - offset)
    }

    /// Appends the head of a field.
    @inline(__always) private func head(_ column: Int, _ kind: UInt64) {
        record.append(varint: shape.heads[column] | kind)
    }

    /// Notes that the value of a column is at the end of the record so far.
    @inline(__always) private func recordEnd(_ column: Int, _ count: Int) {
        places[column] = Place(offset: record.count - count, count: count)
    }
}

extension RecordWriter {
    func null(at column: Int) {
        guard column >= 0, column < shape.count else { return refuseKind(at: column) }
        if shape.isInKey[column] { places[column] = .none }
    }

    func bool(_ value: Bool, at column: Int) {
        guard accepts(.bool, at: column) else { return }
        if shape.isInKey[column] {
            return element(column) { $0.append(byte: value ? KeyTag.yes : KeyTag.no) }
        }
        head(column, value ? RecordFormat.Kind.yes : RecordFormat.Kind.no)
        places[column] = Place(offset: record.count, count: value ? 1 : 0)
    }

    func integer(_ value: Int64, at column: Int) {
        guard accepts(.integer, at: column) else { return }
        if shape.isInKey[column] {
            return element(column) { $0.append(integerElement: value, tag: KeyTag.integer) }
        }
        head(column, RecordFormat.Kind.varint)
        let offset = record.count
        record.append(varint: RecordFormat.folded(value))
        recordEnd(column, record.count - offset)
    }

    func real(_ value: Double, at column: Int) {
        guard accepts(.real, at: column) else { return }
        if value.isNaN { return refuse("is not a number (NaN)", at: column) }
        if shape.isInKey[column] { return element(column) { $0.append(realElement: value) } }
        head(column, RecordFormat.Kind.eight)
        // −0 equals 0, so a record must have one form of both, as keys have.
        record.append(bytesOf: (value == 0 ? 0 : value).bitPattern.littleEndian)
        recordEnd(column, 8)
    }

    func text(_ value: String, at column: Int) {
        guard column >= 0, column < shape.count, shape.types[column] == .text || shape.types[column] == .json
        else {
            return refuseKind(at: column)
        }
        Bytewise.withBytes(value) { text(bytes: $0, at: column) }
    }

    @inline(__always) private func text(bytes: Bytes, at column: Int) {
        guard fits(bytes.count, column) else { return }
        if Bytewise.holdsNull(bytes) { return refuse("contains the character U+0000", at: column) }
        if shape.isInKey[column] { return element(column) { $0.append(textElement: bytes) } }
        field(bytes, at: column)
    }

    @inline(__always) private func field(_ bytes: Bytes, at column: Int) {
        head(column, RecordFormat.Kind.bytes)
        record.append(varint: UInt64(bytes.count))
        record.append(bytes)
        recordEnd(column, bytes.count)
    }

    func data(_ value: Data, at column: Int) {
        guard accepts(.data, at: column), fits(value.count, column) else { return }
        value.withUnsafeBytes { bytes in
            if shape.isInKey[column] { return element(column) { $0.append(dataElement: bytes) } }
            field(bytes, at: column)
        }
    }

    func date(_ value: Int64, at column: Int) {
        guard accepts(.date, at: column) else { return }
        if !StoredDate.range.contains(value) { return refuse("lies outside the years 1 to 9999", at: column) }
        if shape.isInKey[column] {
            return element(column) { $0.append(integerElement: value, tag: KeyTag.date) }
        }
        head(column, RecordFormat.Kind.eight)
        record.append(bytesOf: UInt64(bitPattern: value).littleEndian)
        recordEnd(column, 8)
    }

    func uuid(_ value: UUID, at column: Int) {
        guard accepts(.uuid, at: column) else { return }
        if shape.isInKey[column] { return element(column) { $0.append(uuidElement: value) } }
        head(column, RecordFormat.Kind.sixteen)
        withUnsafeBytes(of: value.uuid) { record.append($0) }
        recordEnd(column, 16)
    }

    func decimal(_ value: Decimal, at column: Int) {
        guard accepts(.decimal, at: column) else { return }
        guard let text = try? DecimalEncoding.encode(value) else {
            return refuse("is not a number or has more than \(DecimalLimits.digits) digits", at: column)
        }
        Bytewise.withBytes(text) { bytes in
            if shape.isInKey[column] {
                return element(column) { $0.append(textElement: bytes, tag: KeyTag.decimal) }
            }
            field(bytes, at: column)
        }
    }
}
