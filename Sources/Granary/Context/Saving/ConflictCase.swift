/// An object in conflict: this context's state, and the store's row, if there still is one.
struct ConflictCase<M: Model> {
    let mine: M
    let theirs: StoreVersion<M>?
    let key: ObjectKey
    let entity: Entity

    /// Whether this context deletes what others have deleted.
    var isAgreedDeletion: Bool { mine.objectState.phase == .deleted && theirs == nil }

    /// The properties this context changed.
    var changed: PropertySet { mine.objectState.changes?.properties ?? PropertySet() }

    /// The properties that form the key.
    var keyProperties: PropertySet {
        var properties = PropertySet()
        for column in entity.keyColumns { properties.insert(column) }
        return properties
    }

    /// The properties as this context read them.
    private var base: M.Snapshot { mine.objectState.changes?.original as? M.Snapshot ?? mine.snapshot }

    /// The properties that others changed since this context read them.
    var theirChanges: PropertySet {
        theirs.map { base.differences(from: $0.object.snapshot) } ?? .all
    }

    /// Whether both sides have equal values of some properties.
    func areSame(_ properties: PropertySet) -> Bool {
        guard let theirs else { return false }
        return properties.intersection(mine.snapshot.differences(from: theirs.object.snapshot)).isEmpty
    }

    /// The conflict as the program gets it: equal values have the same form in base, mine and theirs.
    func description() throws -> SaveConflict {
        let read = try WrittenSnapshot(base, of: entity)
        let found = try theirs.map { try WrittenSnapshot($0.object.snapshot, of: entity, like: [read]) }
        let isGone = mine.objectState.phase == .deleted
        let wanted =
            try isGone
            ? nil : WrittenSnapshot(mine.snapshot, of: entity, like: [found, read].compactMap { $0 })
        return SaveConflict(
            entity: entity.name, key: key, base: named(read.columns), mine: wanted.map { named($0.columns) },
            theirs: found.map { named($0.columns) })
    }

    private func named(_ values: [Value]) -> [String: Value] {
        Dictionary(
            values.enumerated().map { (name(ofColumn: $0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The name a column has in a conflict: its property's, or the column's own where a property has several.
    func name(ofColumn column: Int) -> String {
        let property = entity.columns[column].property
        return entity.columns(ofProperty: property).count == 1
            ? entity.propertyName(property) : entity.columns[column].name
    }
}

/// A snapshot and its columns; properties that equal those of another snapshot have the same columns.
///
/// Equal sets may be written in different orders, and a program that compares columns must see no difference.
private struct WrittenSnapshot<Snapshot: ModelSnapshot> {
    let snapshot: Snapshot
    private(set) var columns: [Value]

    init(_ snapshot: Snapshot, of entity: Entity, like others: [WrittenSnapshot] = []) throws {
        self.snapshot = snapshot
        columns = try snapshot.columnValues(of: entity)
        for other in others {
            let differing = snapshot.differences(from: other.snapshot)
            for (index, column) in entity.columns.enumerated() where !differing.contains(column.property) {
                columns[index] = other.columns[index]
            }
        }
    }
}
