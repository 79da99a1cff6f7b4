import Granary

/// Finds the references of served rows to objects that are not here and do not come with them.
struct ServedTargets<Snapshot: ModelSnapshot> {
    let context: Context
    let entity: Entity
    /// The properties that are not taken.
    let ignored: PropertySet
    /// The keys of the objects that come later with the same payload, by the positions of their entities.
    let arriving: [Int: Set<ObjectKey>]

    private struct Reference {
        let row: Int
        let relationship: Relationship
        let key: ObjectKey?
        /// Whether nobody knows the object here by the server's id.
        var isUnknown = false
    }

    /// The references that have to wait, by the positions of their rows.
    ///
    /// Objects with keys in `entering` come with the rows, unless they have to wait themselves. `present` has the keys of
    /// the objects that are here, of rows that were served in part; those of rows that have to wait are added.
    ///
    /// - Complexity: O(rows), and one request for each model.
    func waiting(
        _ rows: [ServedRow<Snapshot>], entering: () -> Set<ObjectKey>, present: inout Set<ObjectKey>
    ) throws -> [Int: [WaitingReference]] {
        if entity.toOne.isEmpty { return [:] }
        var references: [Reference] = []
        for (position, row) in rows.enumerated() {
            let object = Snapshot.Object(row.snapshot)
            for reference in row.unknown where !ignored.contains(reference.relationship.property) {
                references.append(
                    Reference(
                        row: position, relationship: reference.relationship, key: reference.target,
                        isUnknown: true))
            }
            for relationship in entity.toOne
            where !relationship.crossesConfigurations && !ignored.contains(relationship.property)
                && !row.unknown.contains(where: { $0.relationship === relationship })
            {
                if let given = row.given, !given.contains(relationship.property) {
                    // A new object cannot be without it.
                    if !relationship.isOptional, !present.contains(row.key) {
                        references.append(Reference(row: position, relationship: relationship, key: nil))
                    }
                } else if let key = object.referenceKey(at: relationship.position) {
                    references.append(Reference(row: position, relationship: relationship, key: key))
                }
            }
        }
        if references.isEmpty { return [:] }
        let here = try presentTargets(references)
        var own = entering()
        while true {
            let waiting = references.filter { reference in
                guard let key = reference.key, !reference.isUnknown else { return true }
                let (relationship, destination) = (reference.relationship, reference.relationship.destination)
                if here[destination.index]?.contains(key) ?? false { return false }
                if destination === entity { return !own.contains(key) }
                // Others are referred to later, when they are here; without them a new object cannot be.
                return relationship.isOptional || !(arriving[destination.index]?.contains(key) ?? false)
            }
            if waiting.isEmpty { return [:] }
            let unknown = Set(waiting.lazy.map { rows[$0.row].key }).subtracting(present)
            present.formUnion(try PresentObjects(context: context).keys(unknown, of: entity))
            // Rows that wait cannot be the targets of others.
            let held = Set(waiting.lazy.filter { !$0.relationship.isOptional }.map { rows[$0.row].key })
            let left = own.subtracting(held.subtracting(present))
            if left.count == own.count {
                return Dictionary(grouping: waiting, by: \.row).mapValues { references in
                    references.map { WaitingReference(relationship: $0.relationship, target: $0.key) }
                }
            }
            own = left
        }
    }

    /// The targets that are here, by the positions of their entities.
    private func presentTargets(_ references: [Reference]) throws -> [Int: Set<ObjectKey>] {
        var wanted: [Int: (entity: Entity, keys: Set<ObjectKey>)] = [:]
        for reference in references {
            guard let key = reference.key, !reference.isUnknown else { continue }
            let destination = reference.relationship.destination
            wanted[destination.index, default: (destination, [])].keys.insert(key)
        }
        let objects = PresentObjects(context: context)
        return try wanted.mapValues { try objects.keys($0.keys, of: $0.entity) }
    }
}

extension ServedRow {
    /// The row without some references, as if they were not served.
    func without(_ references: [WaitingReference], of entity: Entity) -> ServedRow {
        if references.isEmpty { return self }
        var given = given ?? PropertySet(count: entity.propertyCount)
        let object = Snapshot.Object(snapshot)
        for reference in references {
            given.remove(reference.relationship.property)
            object._setReference(.empty, at: reference.relationship.position)
        }
        var row = self
        (row.snapshot, row.given) = (object.snapshot, given)
        return row
    }
}
