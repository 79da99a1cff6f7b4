internal import FoundationEssentials
internal import GranaryStore

/// Takes the columns of one row after the other, and checks that each value is one its column can hold.
final class RowBuilder: ColumnWriter {
    private let table: TableLayout
    private let kinds: ContiguousArray<CellKind>
    private let required: ContiguousArray<Int>
    private let scratch: RowScratch
    private let limits: KeptLimits
    @exclusivity(unchecked) private var failure: GranaryError?

    init(_ table: TableLayout, _ limits: KeptLimits) {
        self.table = table
        self.limits = limits
        kinds = ContiguousArray(table.columns.map { CellKind($0.type) })
        required = ContiguousArray(table.columns.indices.filter { !table.columns[$0].isOptional })
        scratch = RowScratch(columns: table.cellCount)
    }

    /// Makes a new row of everything a source writes.
    ///
    /// - Throws: the errors of the source; ``GranaryError/Code/invalidValue`` for values that no store holds, or that
    ///   exceed the limits; ``GranaryError/Code/constraint`` for a missing value.
    func makeRow(_ source: any RowEncodable, of entity: Entity, version: Int64) throws -> StoredRow {
        scratch.clear()
        try source.encode(.all, of: entity, into: self)
        return try finish(.all, version)
    }

    /// Makes a row of another one and of some properties that a source writes.
    ///
    /// Throws as ``makeRow(_:of:version:)`` does.
    func changeRow(
        _ row: StoredRow, _ source: any RowEncodable, _ properties: PropertySet, of entity: Entity,
        version: Int64
    ) throws -> StoredRow {
        scratch.begin(with: row)
        try source.encode(properties, of: entity, into: self)
        return try finish(properties, version)
    }

    private func finish(_ properties: PropertySet, _ version: Int64) throws -> StoredRow {
        if let failure {
            self.failure = nil
            throw failure
        }
        for column in required where scratch.kind(at: column) == .null {
            let names = table.propertyNames([column])
            throw GranaryError(
                .constraint, "\(table.name).\(names.joined()) must have a value.",
                context: .init(entity: table.name, properties: names, constraint: .notNull))
        }
        guard scratch.byteCount <= KeptLimits.mostBytes else {
            throw GranaryError(
                .invalidValue,
                "An object of \(table.name) has more than a billion bytes. Keep it elsewhere, or in parts.",
                context: .init(entity: table.name))
        }
        if !table.folds.isEmpty { fold(properties, version) }
        let row = scratch.makeRow(version: version)
        try limits.check(row, in: table)
        return row
    }

    /// Sets the cells behind the columns: the version, where cursors look for it, and the folded texts of properties.
    private func fold(_ properties: PropertySet, _ version: Int64) {
        scratch.set(UInt64(bitPattern: version), .integer, at: table.columns.count)
        for (column, cell) in table.folds where properties.contains(table.columns[column].property) {
            scratch.set(scratch.text(at: column).map { .text(Entity.folded($0)) } ?? .null, at: cell)
        }
    }

    /// Whether a column takes values of a kind; notes the failure when it does not.
    @inline(__always) private func takes(_ kind: CellKind, at column: Int) -> Bool {
        if column >= 0, column < kinds.count, kinds[column] == kind { return true }
        refuseKind(at: column)
        return false
    }

    private func refuseKind(at column: Int) {
        guard table.columns.indices.contains(column) else {
            failure = GranaryError(
                .invalidValue, "\(table.name) has no column \(column).", context: .init(entity: table.name))
            return
        }
        refuse("is of another kind than \(table.columns[column].type.rawValue)", at: column)
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
        if table.columns.indices.contains(column) {
            scratch.setNull(at: column)
        } else {
            refuseKind(at: column)
        }
    }

    func bool(_ value: Bool, at column: Int) {
        if takes(.bool, at: column) { scratch.set(value ? 1 : 0, .bool, at: column) }
    }

    func integer(_ value: Int64, at column: Int) {
        if takes(.integer, at: column) { scratch.set(UInt64(bitPattern: value), .integer, at: column) }
    }

    func data(_ value: Data, at column: Int) {
        if takes(.data, at: column), fits(value.count, at: column) { scratch.set(.data(value), at: column) }
    }

    /// Whether a value is small enough for every engine; notes the failure when it is not.
    @inline(__always) private func fits(_ bytes: Int, at column: Int) -> Bool {
        if bytes <= KeptLimits.mostBytes { return true }
        refuse("has more than a billion bytes; keep it elsewhere, or in parts", at: column)
        return false
    }

    func uuid(_ value: UUID, at column: Int) {
        if takes(.uuid, at: column) { withUnsafeBytes(of: value.uuid) { scratch.set($0, .uuid, at: column) } }
    }

    func real(_ value: Double, at column: Int) {
        if value.isNaN { return refuse("is not a number (NaN)", at: column) }
        // −0 equals 0, so a row must have one form of both.
        if takes(.real, at: column) { scratch.set((value == 0 ? 0 : value).bitPattern, .real, at: column) }
    }

    func text(_ value: String, at column: Int) {
        guard takes(.text, at: column) else { return }
        Bytewise.withBytes(value) { bytes in
            if Bytewise.holdsNull(bytes) { return refuse("contains the character U+0000", at: column) }
            if bytes.count > StoredRow.largest {
                if fits(bytes.count, at: column) { scratch.share(.text(value), at: column) }
                return
            }
            scratch.set(bytes, .text, at: column)
        }
    }

    func date(_ value: Int64, at column: Int) {
        if !StoredDate.range.contains(value) { return refuse("lies outside the years 1 to 9999", at: column) }
        if takes(.date, at: column) { scratch.set(UInt64(bitPattern: value), .date, at: column) }
    }

    func decimal(_ value: Decimal, at column: Int) {
        guard let normalized = try? DecimalLimits.normalized(value) else {
            return refuse("is not a number or has more than \(DecimalLimits.digits) digits", at: column)
        }
        if takes(.decimal, at: column) { scratch.set(.decimal(normalized), at: column) }
    }
}
