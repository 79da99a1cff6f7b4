import Granary

/// Finds the objects that served rows are of, where the server assigns ids.
struct ServedIdentities<Snapshot: ModelSnapshot> {
    let merge: ServedMerge
    let entity: Entity

    private typealias Key = Snapshot.Object.Key

    /// The rows with the keys that their objects have here; a new object gets a key.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a row without the server's id; ``GranaryError/Code/constraint`` for
    ///   two objects with one id, and for an object with two.
    func identified(_ rows: [ServedRow<Snapshot>]) throws -> [ServedRow<Snapshot>] {
        guard let ids = RemoteIDs(entity, merge.rule, merge.context) else { return rows }
        let named = try rows.map { (row: $0, id: try id(of: $0, ids)) }
        var known = try ids.keys(of: Set(named.compactMap(\.id)))
        let keys = rows.lazy.map(\.snapshot.objectID.key).filter { $0 != Key.unassigned }.map(\.objectKey)
        let present = try ids.ids(of: Set(keys).union(merge.owner.map { [$0.key] } ?? []))
        return try named.map { row, id in
            guard let id else {
                if row.naming != .server || (!entity.hasReservedKeys && present[row.key] != nil) {
                    return row
                }
                throw GranaryError(
                    .malformed,
                    "The server has served a row of \(entity.name) without its id, so that nobody knows which object it is of.",
                    context: .init(entity: entity.name))
            }
            let named = try row.named(try key(of: id, row, known[id], present), id, ids)
            known[id] = named.key
            return named
        }
    }

    /// The server's id of a row.
    private func id(of row: ServedRow<Snapshot>, _ ids: RemoteIDs) throws -> Value? {
        if row.naming != .server { return nil }
        if row.given?.contains(ids.attribute) ?? true {
            let value = try row.snapshot.columnValues(of: entity, only: ids.attribute)[ids.attribute]
            if !value.isNull { return value }
        }
        guard ids.areKeys, row.snapshot.objectID.key != Key.unassigned else { return nil }
        return row.key.values.first
    }

    private func key(
        of id: Value, _ row: ServedRow<Snapshot>, _ known: ObjectKey?, _ present: [ObjectKey: Value]
    ) throws -> ObjectKey? {
        let owner = merge.owner.flatMap { $0.entity === entity ? $0.key : nil }
        // Keys that the store generates say nothing to a server, whose ids may be equal by chance.
        let own = entity.hasReservedKeys || present[row.key] == nil ? owner : row.key
        if let known {
            if let own, own != known { throw twoObjects(known, own) }
            return known
        }
        if let own {
            if let other = present[own], !other.isNull, other != id { throw twoIDs(own) }
            return own
        }
        if entity.hasReservedKeys || row.snapshot.objectID.key == Key.unassigned { return nil }
        return row.key
    }

    private func twoObjects(_ first: ObjectKey, _ second: ObjectKey) -> GranaryError {
        // No description shows keys, so each of two errors has one of them.
        error(
            "The server has one id for two objects of \(entity.name); `context.key` of this error and of its cause name them. Delete one of them, or have the server tell them apart.",
            first, cause: error("This is the other object of \(entity.name).", second))
    }

    private func twoIDs(_ key: ObjectKey) -> GranaryError {
        error(
            "The server has two ids for one object of \(entity.name), the one that is stored here and another one; `context.key` names the object. Delete it here, or have the server keep its id.",
            key)
    }

    private func error(_ message: String, _ key: ObjectKey, cause: GranaryError? = nil) -> GranaryError {
        var error = GranaryError(.constraint, message, context: .init(entity: entity.name), cause: cause)
        error.context.key = key
        return error
    }
}

extension ServedMerge {
    /// The object whose insertion the server has answered, in what was served with the answer.
    struct Owner {
        let entity: Entity
        let key: ObjectKey
    }
}

extension ServedRow {
    /// The row of the object with a key, or of a new one, which gets a key.
    fileprivate func named(_ key: ObjectKey?, _ id: Value, _ ids: RemoteIDs) throws -> ServedRow {
        let entity = ids.entity
        var values = try snapshot.columnValues(of: entity)
        values[ids.attribute] = id
        var known = Snapshot.Object.Key.unassigned
        if let key, let typed = Snapshot.Object.Key(objectKey: key) { known = typed }
        let object = Snapshot.Object(try Snapshot(columns: values, of: entity))
        object._assignKey(known)
        if known == Snapshot.Object.Key.unassigned { try ids.context.assignKey(to: object) }
        var row = ServedRow(object.snapshot, given: given)
        row.given?.insert(ids.attribute)
        row.naming = .keyHere
        return row
    }
}
