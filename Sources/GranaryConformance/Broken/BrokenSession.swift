package import Granary

/// A session that passes everything on; each subclass does one thing wrong.
package class BrokenSession: StoreSession {
    let base: any StoreSession

    /// Wraps a session that is right.
    package required init(_ base: any StoreSession) { self.base = base }

    /// The capabilities that the store claims.
    class var capabilities: Capabilities { ReferenceBackend.capabilities.subtracting(.staging) }
    /// The checks that the store beneath still makes at commit.
    class var checks: ReferenceChecks { .all }

    /// The request as the store misreads it; for faults that misread requests.
    func misread(_ request: FetchRequest) -> FetchRequest { request }
    /// The condition as the store misreads it; called for every part of a predicate, the inner parts first.
    func misread(_ tree: ExpressionTree) -> ExpressionTree { tree }
    /// The rows of an answer as the store distorts them.
    func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] { rows }
    /// The value as the store distorts it when it writes a row.
    func distort(_ value: Value) -> Value { value }

    private func request(_ request: FetchRequest) -> FetchRequest {
        var request = misread(request)
        request.predicate = request.predicate.map { $0.rewritten(misread) }
        return request
    }

    package func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        let rows = try RowList.read(try base.fetch(self.request(request)).cursor, of: request.entity)
        return FetchAnswer(cursor: ValueCursor(rows: distort(rows, of: request)))
    }

    package func count(_ request: FetchRequest) throws -> Int? { try base.count(self.request(request)) }

    /// Left to the core, which then meets the fault in what it fetches.
    package func select(_ request: SelectRequest) throws -> [[Value]]? { nil }

    package func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var request = request
        request.rows = self.request(request.rows)
        return try base.aggregate(request)
    }

    package func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(
        ObjectKey, ObjectKey
    )] {
        try base.links(table, fromFirst: fromFirst, of: keys)
    }

    package func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try base.missing(keys, of: entity)
    }

    package func commit(_ changes: ChangeSet) throws -> CommitResult {
        try base.commit(changes.wrapped { DistortedRow($0, distort) })
    }

    package func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try base.reserveKeys(count, of: entity)
    }
    package func refresh() throws { try base.refresh() }
    package func explain(_ request: FetchRequest) throws -> StorePlan { try base.explain(request) }
    package func explain(_ request: AggregateRequest) throws -> StorePlan? { try base.explain(request) }
    package var answersJoins: Bool { base.answersJoins }
    package var interrupter: @Sendable () -> Void { base.interrupter }
    package func end() { base.end() }
}

/// Writes the values of another row, each of them changed.
final class DistortedRow: RowEncodable {
    private let base: any RowEncodable
    private let distort: (Value) -> Value

    init(_ base: any RowEncodable, _ distort: @escaping (Value) -> Value) {
        self.base = base
        self.distort = distort
    }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
        let written = ValueCollector(columns: entity.columns.count)
        try base.encode(properties, of: entity, into: written)
        for (column, value) in written.values.enumerated()
        where properties.contains(entity.columns[column].property) {
            writer.value(distort(value), at: column)
        }
    }
}
