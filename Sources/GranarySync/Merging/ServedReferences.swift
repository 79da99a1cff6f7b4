import Granary

/// Finds the objects that served rows refer to by ids of the server.
struct ServedReferences<Snapshot: ModelSnapshot> {
    let merge: ServedMerge
    let entity: Entity

    /// The rows with the keys that their targets have here; a reference to an object that nobody knows here waits.
    ///
    /// - Complexity: O(rows), and one request for each relationship to a model with ids of the server.
    func resolved(_ rows: [ServedRow<Snapshot>]) throws -> [ServedRow<Snapshot>] {
        var rows = rows
        for relationship in entity.toOne {
            guard let ids = RemoteIDs(relationship.destination, merge.rule, merge.context), ids.areKeys
            else { continue }
            try resolve(relationship, ids, in: &rows)
        }
        return rows
    }

    private func resolve(
        _ relationship: Relationship, _ ids: RemoteIDs, in rows: inout [ServedRow<Snapshot>]
    ) throws {
        var references: [(position: Int, object: Snapshot.Object, key: ObjectKey)] = []
        for (position, row) in rows.enumerated() where row.naming != .here {
            guard row.given?.contains(relationship.property) ?? true else { continue }
            let object = Snapshot.Object(row.snapshot)
            guard let key = object.referenceKey(at: relationship.position) else { continue }
            references.append((position, object, key))
        }
        let known = try ids.keys(of: Set(references.compactMap(\.key.values.first)))
        for (position, object, key) in references {
            if let found = key.values.first.flatMap({ known[$0] }) {
                object._setReference(.key(found), at: relationship.position)
                rows[position].snapshot = object.snapshot
            } else if ids.entity.hasReservedKeys {
                // A key of this side that is equal by chance is that of another object.
                let reference = WaitingReference(relationship: relationship, target: key)
                rows[position] = rows[position].without([reference], of: entity)
                rows[position].unknown.append(reference)
            }
        }
    }
}
