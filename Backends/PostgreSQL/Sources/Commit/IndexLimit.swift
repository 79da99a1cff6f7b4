internal import GranaryStore
internal import GranarySQL

/// A value of a save that is longer than an index can take: about 2,700 bytes, and never more than 8,191.
///
/// The server names table and index below the second limit, and nothing above it, where the longest indexed value of the
/// save is the one that it has met.
struct IndexLimit {
    private let entity: Entity
    private let properties: [String]

    /// Finds the value; `nil` when the failure is about no index, or none of the indexed values is long.
    init?(_ failure: EngineError, _ changes: ChangeSet, _ store: PostgreSQLStore) {
        guard failure.isTooLong else { return nil }
        var search = Search(failure, store.layout)
        for batch in changes.inserts { search.look(at: batch.rows, of: batch.entity) }
        for batch in changes.updates { search.look(at: batch.rows.map(\.source), of: batch.entity) }
        for batch in changes.links { search.look(at: batch) }
        guard let found = search.found else { return nil }
        (entity, properties) = found
    }

    /// The failure as an error that names entity and properties.
    func error(at place: StorePlace) -> GranaryError {
        var error = place.error(
            .invalidValue,
            "A value of \(entity.name).\(properties.joined(separator: ", ")) is longer than an index of PostgreSQL can take, which is about 2,700 bytes. Shorten it, or do not index it."
        )
        error.context.entity = entity.name
        error.context.properties = properties
        return error
    }

    /// The search for the longest value.
    private struct Search {
        private let failure: EngineError
        private let layout: SQLLayout
        /// Shorter ones fit into every index.
        private var length = 2_000
        private(set) var found: (Entity, [String])?

        init(_ failure: EngineError, _ layout: SQLLayout) {
            self.failure = failure
            self.layout = layout
        }

        /// Whether the failure may be about a table.
        private func concerns(_ table: String) -> Bool { failure.table == nil || failure.table == table }

        mutating func look(at rows: [any RowEncodable], of entity: Entity) {
            guard concerns(entity.table), let table = layout.table(of: entity) else { return }
            let named = table.indexes.first { failure.table != nil && $0.name == failure.constraint }
            // The name of a primary key is the server's.
            let indexed = named.map { [$0.columns] } ?? table.indexes.map(\.columns) + [table.key]
            let indexes = indexed.map { names in names.compactMap { Part($0, of: entity) } }
            for row in rows {
                guard let values = try? row.columnValues(of: entity) else { continue }
                for parts in indexes {
                    record(parts.reduce(0) { $0 + $1.bytes(of: values) }, entity) {
                        parts.map { entity.propertyName(entity.columns[$0.column].property) }
                    }
                }
            }
        }

        mutating func look(at batch: LinkBatch) {
            let table = batch.table
            let sides = table.firstEntity.toMany + table.secondEntity.toMany
            guard concerns(table.name), let side = sides.first(where: { $0.isLinked(by: table) }) else {
                return
            }
            for pair in batch.added {
                let bytes = (pair.first.values + pair.second.values).reduce(0) { $0 + $1.indexedBytes }
                record(bytes, side.owner) { [side.name] }
            }
        }

        private mutating func record(_ bytes: Int, _ entity: Entity, _ properties: () -> [String]) {
            if bytes <= length { return }
            length = bytes
            found = (entity, properties())
        }
    }
}

/// A column of an index, which holds a value or, without its case, a text.
private struct Part {
    let column: Int
    private let isFolded: Bool

    init?(_ name: String, of entity: Entity) {
        if let column = entity.columns.firstIndex(where: { $0.name == name }) {
            self.column = column
            isFolded = false
        } else if let column = entity.foldedIndexes.first(where: {
            Entity.foldedName(of: entity.columns[$0].name) == name
        }) {
            self.column = column
            isFolded = true
        } else {
            return nil
        }
    }

    /// How many bytes the column takes for a row; a text may be longer without its case.
    func bytes(of row: [Value]) -> Int {
        guard isFolded, case .text(let text) = row[column] else { return row[column].indexedBytes }
        return Entity.folded(text).utf8.count
    }
}

extension Relationship {
    /// Whether a table holds the pairs of this relationship.
    fileprivate func isLinked(by other: LinkTable) -> Bool {
        if case .link(let table, _) = storage { return table.name == other.name }
        return false
    }
}

extension Value {
    /// How many bytes the value takes in an index, for types where that can be many.
    fileprivate var indexedBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }
}
