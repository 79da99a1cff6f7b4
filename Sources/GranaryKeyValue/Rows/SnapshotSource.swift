internal import GranaryStore

/// Follows relationships from row to row in one snapshot.
///
/// Used by one thread at a time.
final class SnapshotSource: EvaluationSource {
    private let layout: StoreLayout
    private let view: ReadView
    /// The rows found last, by the hash of their keys: many rows refer to the same few.
    private var recent: [HeldRow?] = []
    private let record = KeyValueBuffer(capacity: 512)

    /// A reader per table that checks each found row completely once; a held row then only finds single values.
    private var readers: [RowReader?]

    /// The number of rows to keep.
    private static let recentCount = 256

    init(_ layout: StoreLayout, _ view: ReadView) {
        self.layout = layout
        self.view = view
        readers = Array(repeating: nil, count: layout.tables.count)
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        guard let row = row as? any StoredRow else { return nil }
        let table = try layout.table(of: step.destination)
        let key = KeyValueBuffer()
        key.append(table.prefix)
        guard try row.append(Array(step.columns), to: key) else { return nil }
        return try find(key.bytes, in: table)
    }

    /// A key column of the target, read from the referring row itself.
    ///
    /// The store makes sure that the target exists, except for relationships that cross configurations.
    func value(at column: Int, through step: Relationship, from row: any EvaluationRow) throws -> Value {
        guard let row = row as? any StoredRow, let part = step.destination.keyColumns.firstIndex(of: column),
            case .ownColumns = step.storage, !step.crossesConfigurations
        else { return try destination(of: step, from: row)?.value(at: column) ?? .null }
        let columns = step.columns
        for column in columns where try row.cell(at: column).start == nil { return .null }
        return try row.value(at: columns.lowerBound + part)
    }

    /// The row with a key.
    private func find(_ key: Bytes, in table: TableLayout) throws -> HeldRow? {
        if recent.isEmpty { recent = Array(repeating: nil, count: Self.recentCount) }
        let place = Int(truncatingIfNeeded: ByteHash.of(key) % UInt64(Self.recentCount))
        if let row = recent[place], row.key.equals(key) { return row }
        guard try view.get(key, into: record) else { return nil }
        let reader = readers[table.position] ?? RowReader(table)
        readers[table.position] = reader
        defer { reader.unload() }
        try reader.load(key: key, record: record.bytes)
        let row = HeldRow(table, key: key, record: record.bytes)
        recent[place] = row
        return row
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let row = row as? any StoredRow else { return }
        let owner = Array(row.key.from(row.table.prefix.count))
        switch step.storage {
        case .ownColumns: return
        case .destinationColumns(let inverse):
            try forEachRow(of: step.destination, where: Array(inverse.columns), are: owner, body)
        case .link(let link, let isFirst):
            let other = try layout.table(of: step.destination)
            let pairs = try layout.table(of: link)
            let scan = EntryScan(view, [pairs.pairs(fromFirst: isFirst, of: owner)])
            defer { scan.close() }
            while try scan.next() {
                try view.interrupt.check()
                let key = KeyValueBuffer()
                key.append(other.prefix)
                key.append(pairs.otherHalf(of: scan.key, fromFirst: isFirst, behind: owner.count))
                guard let member = try find(key.bytes, in: other) else { continue }
                if try !body(member) { return }
            }
        }
    }

    /// Passes the rows to the closure that have these elements in the columns of a reference.
    private func forEachRow(
        of entity: Entity, where columns: [Int], are elements: [UInt8],
        _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        let table = try layout.table(of: entity)
        guard let order = table.order(beginningWith: columns) else {
            throw GranaryError(
                .query, "A relationship of \(entity.name) is not in this store.",
                context: .init(entity: entity.name))
        }
        let range = KeyRange(beginningWith: table.prefix(of: order) + elements)
        let entries = EntryScan(view, [range])
        let source: any RowSource =
            order == 0 ? TableScan(view, entries) : IndexScan(view, table, table.indexes[order - 1], entries)
        defer { source.close() }
        let row = RowReader(table)
        while try source.next(into: row) {
            try view.interrupt.check()
            if try !body(row) { return }
        }
    }
}

extension TableLayout {
    /// The entries of a link table that begin with a key in one half.
    func pairs(fromFirst: Bool, of elements: [UInt8]) -> KeyRange {
        KeyRange(beginningWith: prefix(of: fromFirst ? 0 : 1) + elements)
    }

    /// The elements of the other half of a pair, which follow the given half.
    func otherHalf(of entry: Bytes, fromFirst: Bool, behind count: Int) -> Bytes {
        entry.from(prefix(of: fromFirst ? 0 : 1).count + count)
    }
}
