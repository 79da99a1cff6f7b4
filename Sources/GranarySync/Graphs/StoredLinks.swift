import Granary

/// What only the store knows of the links of objects: pairs, and references that wait for their targets.
struct StoredLinks: Sendable {
    /// The keys that objects lead to, by the positions of steps.
    private(set) var members: [Int: GraphContents.Members] = [:]
    /// The objects that refer to one whose key is not known here, by the positions of steps.
    private(set) var unknown: [Int: [ObjectKey]] = [:]

    /// No links.
    init() {}

    /// Reads the links of some steps.
    ///
    /// - Throws: errors of the store.
    init(_ steps: [(position: Int, step: GraphStep)], _ rule: SyncRule, in context: Context) throws {
        for (position, step) in steps {
            if step.relationship.isManyToMany {
                members[position] = try Self.pairs(step, in: context)
            } else {
                try readWaiting(step, position, rule, in: context)
            }
        }
    }

    private static func pairs(_ step: GraphStep, in context: Context) throws -> GraphContents.Members {
        guard let type = step.relationship.owner.type as? any Granary.Model.Type else { return [:] }
        return try pairs(step, type, in: context)
    }

    private static func pairs<Owner: Granary.Model>(
        _ step: GraphStep, _ type: Owner.Type, in context: Context
    ) throws -> GraphContents.Members {
        var query = Query<Owner>(predicate: .holdsKey(path: [], keys: step.owners.sorted()))
        query.prefetch = [[step.relationship.name]]
        // An owner that was deleted since has no pairs.
        var members = Dictionary(step.owners.map { ($0, [ObjectKey]()) }) { first, _ in first }
        for object in try context.fetch(query) {
            let partners = object._members(at: step.relationship.position)?.models ?? []
            members[object.erasedKey] = partners.map(\.erasedKey).sorted()
        }
        return members
    }

    private mutating func readWaiting(
        _ step: GraphStep, _ position: Int, _ rule: SyncRule, in context: Context
    ) throws {
        let (name, owner) = (step.relationship.name, step.relationship.owner)
        let ids = RemoteIDs(step.relationship.destination, rule, context)
        for gap in try SyncGap.gaps(of: step.owners.map(\.entryData), owner, in: context)
        where gap.property == name && gap.row == nil {
            let key = try ObjectKey(entryData: gap.key)
            // What the server calls an object is no key here.
            if ids?.areKeys != true, let target = try gap.targetKey.map({ try ObjectKey(entryData: $0) }) {
                members[position, default: [:]][key] = [target]
            } else {
                unknown[position, default: []].append(key)
            }
        }
    }
}
