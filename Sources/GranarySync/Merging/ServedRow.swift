import Granary

/// A row that a server has served, whole or in part.
struct ServedRow<Snapshot: ModelSnapshot> {
    var snapshot: Snapshot
    /// The properties that were served; `nil` for all.
    var given: PropertySet?
    /// Whose words its keys are.
    var naming = RowNaming.server
    /// Its references to objects that nobody knows here by the server's ids.
    var unknown: [WaitingReference] = []

    init(_ snapshot: Snapshot, given: PropertySet? = nil) {
        self.snapshot = snapshot
        self.given = given
    }

    var key: ObjectKey { snapshot.objectID.key.objectKey }

    /// The properties of the entity that were not served.
    func missing(of entity: Entity) -> PropertySet {
        given.map { PropertySet(count: entity.propertyCount).subtracting($0) } ?? PropertySet()
    }

    /// The row without the references that were not served: a new object would refer to what may not be here.
    func withoutUnserved(of entity: Entity) -> ServedRow {
        guard let given, entity.toOne.contains(where: { !given.contains($0.property) }) else { return self }
        let object = Snapshot.Object(snapshot)
        for relationship in entity.toOne where !given.contains(relationship.property) {
            object._setReference(.empty, at: relationship.position)
        }
        var row = self
        row.snapshot = object.snapshot
        return row
    }

    /// The row with what a later one of the same object says.
    func overlaid(with later: ServedRow) -> ServedRow {
        guard var both = later.given else { return later }
        let object = Snapshot.Object(snapshot)
        object._restore(both, from: later.snapshot)
        if let given { both.formUnion(given) }
        var row = later
        (row.snapshot, row.given) = (object.snapshot, given == nil ? nil : both)
        return row
    }
}

extension EntryValues {
    /// The served values of a row.
    init<Snapshot>(_ row: ServedRow<Snapshot>, of entity: Entity) throws {
        self.init(
            row: try row.snapshot.columnValues(of: entity), of: entity, without: row.missing(of: entity))
    }
}
