internal import FoundationEssentials
internal import Granary

/// Takes the columns of one row after the other, and checks that each value is one its column can hold.
final class RowBuilder: ColumnWriter {
    private let table: TableLayout
    private let types: ContiguousArray<AttributeType>
    private let required: ContiguousArray<Int>
    @exclusivity(unchecked) private var row = StoredRow.none
    @exclusivity(unchecked) private var failure: GranaryError?

    init(_ table: TableLayout) {
        self.table = table
        types = ContiguousArray(table.columns.map(\.type))
        required = ContiguousArray(table.columns.indices.filter { !table.columns[$0].isOptional })
    }

    /// Makes a new row of everything a source writes.
    ///
    /// - Throws: what the source throws; ``GranaryError/Code/invalidValue`` for values that no store holds;
    ///   ``GranaryError/Code/constraint`` for a missing value.
    func makeRow(_ source: any RowEncodable, of entity: Entity, version: Int64) throws -> StoredRow {
        row = .make(count: types.count, version: version)
        try source.encode(.all, of: entity, into: self)
        return try finish()
    }

    /// Makes a row of another one and of some properties that a source writes.
    ///
    /// Throws as ``makeRow(_:of:version:)`` does.
    func changeRow(
        _ row: StoredRow, _ source: any RowEncodable, _ properties: PropertySet, of entity: Entity,
        version: Int64
    ) throws -> StoredRow {
        self.row = row.copy(version: version)
        try source.encode(properties, of: entity, into: self)
        return try finish()
    }

    private func finish() throws -> StoredRow {
        // Lets go of the row, so that nothing can change it any more.
        defer { row = .none }
        if let failure {
            self.failure = nil
            throw failure
        }
        for column in required where row.withValue(at: column, { $0.isNull }) {
            let names = table.propertyNames([column])
            throw GranaryError(
                .constraint, "\(table.name).\(names.joined()) must have a value.",
                context: .init(entity: table.name, properties: names, constraint: .notNull))
        }
        return row
    }

    @inline(__always) private func set(_ value: Value, _ type: AttributeType, at column: Int) {
        guard types.indices.contains(column), types[column] == type, row.set(value, at: column) else {
            return refuseKind(at: column)
        }
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
}

extension RowBuilder {
    func null(at column: Int) {
        if !row.set(.null, at: column) { refuseKind(at: column) }
    }
    func bool(_ value: Bool, at column: Int) { set(.bool(value), .bool, at: column) }
    func integer(_ value: Int64, at column: Int) { set(.integer(value), .integer, at: column) }
    func data(_ value: Data, at column: Int) { set(.data(value), .data, at: column) }
    func uuid(_ value: UUID, at column: Int) { set(.uuid(value), .uuid, at: column) }

    func real(_ value: Double, at column: Int) {
        if value.isNaN { return refuse("is not a number (NaN)", at: column) }
        set(.real(value == 0 ? 0 : value), .real, at: column)
    }

    func text(_ value: String, at column: Int) {
        if value.utf8.contains(0) { return refuse("contains the character U+0000", at: column) }
        let isJSON = types.indices.contains(column) && types[column] == .json
        set(.text(value), isJSON ? .json : .text, at: column)
    }

    func date(_ value: Int64, at column: Int) {
        if !StoredDate.range.contains(value) { return refuse("lies outside the years 1 to 9999", at: column) }
        set(.date(value), .date, at: column)
    }

    func decimal(_ value: Decimal, at column: Int) {
        guard let normalized = try? DecimalLimits.normalized(value) else {
            return refuse("is not a number or has more than \(DecimalLimits.digits) digits", at: column)
        }
        set(.decimal(normalized), .decimal, at: column)
    }
}
