internal import FoundationEssentials
internal import Granary

/// Takes the columns of one row after the other and writes them as key and record, and checks that each value
/// is one its column can hold.
///
/// Used by one thread at a time.
final class RecordWriter: ColumnWriter {
    let table: TableLayout
    /// The record that is being written.
    let record = KeyValueBuffer(capacity: 512)
    /// The key of the row, once it is finished.
    let key = KeyValueBuffer()
    /// The elements of the columns of the key, in the order in which they came.
    private let elements = KeyValueBuffer()
    /// Where each key column's element lies; a count of 0 for one that was not written.
    private var places: [(offset: Int, count: Int)]
    private let types: [AttributeType]
    private let isInKey: [Bool]
    private let ids: [UInt64]
    private var failure: GranaryError?

    init(_ table: TableLayout) {
        self.table = table
        types = table.types
        isInKey = table.isInKey
        ids = table.ids.map { UInt64($0) << 3 }
        places = Array(repeating: (0, 0), count: table.columns.count)
    }

    /// Begins a new row.
    @inline(__always) func begin(version: Int64) {
        failure = nil
        record.removeAll()
        elements.removeAll()
        for column in table.key { places[column].count = 0 }
        record.append(byte: RecordFormat.version)
        record.append(varint: UInt64(bitPattern: version))
    }

    /// Begins a row that has what another one has, but for some properties; also fields that belong to no
    /// column of the schema.
    func begin(version: Int64, changing row: RowReader, but properties: PropertySet) throws {
        begin(version: version)
        for column in table.key {
            places[column] = (elements.count, row.cell(at: column).count)
            elements.append(row.cell(at: column).bytes)
        }
        guard var scanner = RecordScanner(row.record) else { throw table.damagedRecord }
        while true {
            switch scanner.step() {
            case .end: return
            case .damage: throw table.damagedRecord
            case .field:
                let column = scanner.id < table.columnsByID.count ? table.columnsByID[scanner.id] : -1
                if column >= 0, properties.contains(table.columns[column].property) { continue }
                record.append(scanner.field)
            }
        }
    }

    /// Ends the row: puts the key together and loads the reader with the row.
    ///
    /// - Throws: `GranaryError.Code.invalidValue` for a value that no store holds; `GranaryError.Code.constraint`
    ///   for a missing one.
    @inline(__always) func finish(into row: RowReader) throws {
        if let failure { throw failure }
        key.removeAll()
        key.append(table.prefix)
        for column in table.key {
            let place = places[column]
            guard place.count > 0 else { throw missing(column) }
            key.append(elements.bytes(place.offset, place.count))
        }
        try row.load(key: key.bytes, record: record.bytes)
        for column in table.required where row.cell(at: column).start == nil { throw missing(column) }
    }

    private func missing(_ column: Int) -> GranaryError {
        let names = table.propertyNames([column])
        return GranaryError(
            .constraint, "\(table.name).\(names.joined()) must have a value.",
            context: .init(entity: table.name, properties: names, constraint: .notNull))
    }

    private func refuseKind(at column: Int) {
        guard table.columns.indices.contains(column) else {
            failure = GranaryError(
                .invalidValue, "\(table.name) has no column \(column).", context: .init(entity: table.name))
            return
        }
        refuse("is of another kind than \(types[column].rawValue)", at: column)
    }

    private func refuse(_ reason: String, at column: Int) {
        let names = table.propertyNames([column])
        failure = GranaryError(
            .invalidValue, "A value for \(table.name).\(names.joined()) cannot be stored: it \(reason).",
            context: .init(entity: table.name, properties: names))
    }

    /// Whether a column holds values of a kind; otherwise notes the mistake.
    @inline(__always) private func accepts(_ type: AttributeType, at column: Int) -> Bool {
        if column >= 0, column < types.count, types[column] == type { return true }
        refuseKind(at: column)
        return false
    }

    /// Appends a whole element of the key.
    @inline(__always) private func element(_ column: Int, _ body: (KeyValueBuffer) -> Void) {
        let offset = elements.count
        body(elements)
        places[column] = (offset, elements.count - offset)
    }
}

extension RecordWriter {
    func null(at column: Int) {
        guard column >= 0, column < types.count else { return refuseKind(at: column) }
        if isInKey[column] { places[column].count = 0 }
    }

    func bool(_ value: Bool, at column: Int) {
        guard accepts(.bool, at: column) else { return }
        if isInKey[column] { return element(column) { $0.append(byte: value ? KeyTag.yes : KeyTag.no) } }
        record.append(varint: ids[column] | (value ? RecordFormat.Kind.yes : RecordFormat.Kind.no))
    }

    func integer(_ value: Int64, at column: Int) {
        guard accepts(.integer, at: column) else { return }
        if isInKey[column] {
            return element(column) { $0.append(integerElement: value, tag: KeyTag.integer) }
        }
        record.append(varint: ids[column] | RecordFormat.Kind.varint)
        record.append(varint: RecordFormat.folded(value))
    }

    func real(_ value: Double, at column: Int) {
        guard accepts(.real, at: column) else { return }
        if value.isNaN { return refuse("is not a number (NaN)", at: column) }
        if isInKey[column] { return element(column) { $0.append(realElement: value) } }
        record.append(varint: ids[column] | RecordFormat.Kind.eight)
        record.append(bytesOf: (value == 0 ? 0 : value).bitPattern.littleEndian)
    }

    func text(_ value: String, at column: Int) {
        guard column >= 0, column < types.count, types[column] == .text || types[column] == .json else {
            return refuseKind(at: column)
        }
        Bytewise.withBytes(value) { text(bytes: $0, at: column) }
    }

    @inline(__always) private func text(bytes: Bytes, at column: Int) {
        if Bytewise.holdsNull(bytes) { return refuse("contains the character U+0000", at: column) }
        if isInKey[column] { return element(column) { $0.append(textElement: bytes) } }
        field(bytes, at: column)
    }

    @inline(__always) private func field(_ bytes: Bytes, at column: Int) {
        record.append(varint: ids[column] | RecordFormat.Kind.bytes)
        record.append(varint: UInt64(bytes.count))
        record.append(bytes)
    }

    func data(_ value: Data, at column: Int) {
        guard accepts(.data, at: column) else { return }
        value.withUnsafeBytes { bytes in
            if isInKey[column] { return element(column) { $0.append(dataElement: bytes) } }
            field(bytes, at: column)
        }
    }

    func date(_ value: Int64, at column: Int) {
        guard accepts(.date, at: column) else { return }
        if !StoredDate.range.contains(value) { return refuse("lies outside the years 1 to 9999", at: column) }
        if isInKey[column] { return element(column) { $0.append(integerElement: value, tag: KeyTag.date) } }
        record.append(varint: ids[column] | RecordFormat.Kind.eight)
        record.append(bytesOf: UInt64(bitPattern: value).littleEndian)
    }

    func uuid(_ value: UUID, at column: Int) {
        guard accepts(.uuid, at: column) else { return }
        if isInKey[column] { return element(column) { $0.append(uuidElement: value) } }
        record.append(varint: ids[column] | RecordFormat.Kind.sixteen)
        withUnsafeBytes(of: value.uuid) { record.append($0) }
    }

    func decimal(_ value: Decimal, at column: Int) {
        guard accepts(.decimal, at: column) else { return }
        guard let text = try? DecimalEncoding.encode(value) else {
            return refuse("is not a number or has more than \(DecimalLimits.digits) digits", at: column)
        }
        Bytewise.withBytes(text) { bytes in
            if isInKey[column] { return element(column) { $0.append(textElement: bytes, tag: KeyTag.decimal) } }
            field(bytes, at: column)
        }
    }
}
