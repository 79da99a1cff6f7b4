package import Granary

/// A session that delegates to another one by default.
package protocol PassingSession: StoreSession {
    /// The session that answers.
    var base: any StoreSession { get }
}

extension PassingSession {
    /// Passed on.
    package func fetch(_ request: FetchRequest) throws -> FetchAnswer { try base.fetch(request) }
    /// Passed on.
    package func count(_ request: FetchRequest) throws -> Int? { try base.count(request) }
    /// Passed on.
    package func select(_ request: SelectRequest) throws -> [[Value]]? { try base.select(request) }
    /// Passed on.
    package func aggregate(_ request: AggregateRequest) throws -> [[Value]]? { try base.aggregate(request) }
    /// Passed on.
    package func links(
        _ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]
    ) throws -> [(ObjectKey, ObjectKey)] {
        try base.links(table, fromFirst: fromFirst, of: keys)
    }
    /// Passed on.
    package func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try base.missing(keys, of: entity)
    }
    /// Passed on.
    package func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try base.reserveKeys(count, of: entity)
    }
    /// Passed on.
    package func refresh() throws { try base.refresh() }
    /// Passed on.
    package func explain(_ request: FetchRequest) throws -> StorePlan { try base.explain(request) }
    /// Passed on.
    package func explain(_ request: AggregateRequest) throws -> StorePlan? { try base.explain(request) }
    /// Passed on.
    package func explain(_ request: SelectRequest) throws -> StorePlan? { try base.explain(request) }
    /// Passed on.
    package var answersJoins: Bool { base.answersJoins }
    package var interrupter: @Sendable () -> Void { base.interrupter }
    /// Passed on.
    package func end() { base.end() }
}
