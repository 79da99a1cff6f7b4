import Granary

/// The objects of a graph by their models and keys, and which of them lead to which.
struct GraphContents: Sendable {
    typealias Members = [ObjectKey: [ObjectKey]]

    private var objects: [Int: [ObjectKey: any ModelSnapshot]] = [:]
    private var members: [Relationship: [GraphLink: Members]] = [:]

    /// An object.
    subscript(entity: Entity, key: ObjectKey) -> (any ModelSnapshot)? { objects[entity.index]?[key] }

    /// Whether there are objects of an entity.
    func has(_ entity: Entity) -> Bool { objects[entity.index]?.isEmpty == false }

    /// The objects of an entity, in the order of their keys.
    func sorted(_ entity: Entity) -> [any ModelSnapshot] {
        (objects[entity.index] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Adds an object, unless it is there; returns whether it is new.
    @discardableResult
    mutating func insert(_ object: any ModelSnapshot, _ key: ObjectKey, of entity: Entity) -> Bool {
        if objects[entity.index]?[key] != nil { return false }
        objects[entity.index, default: [:]][key] = object
        return true
    }

    /// The members of an owner; `nil` if they were not looked for.
    func members(_ link: GraphLink, of owner: ObjectKey) -> [ObjectKey]? {
        members[link.relationship]?[link]?[owner]
    }

    /// Notes the members of owners.
    mutating func note(_ found: Members, _ link: GraphLink) {
        members[link.relationship, default: [:]][link, default: [:]].merge(found) { _, new in new }
    }

    /// The keys that a relationship to one of some objects refers to.
    func references(_ relationship: Relationship, of owners: [ObjectKey]) -> Members {
        guard let type = relationship.owner.type as? any Granary.Model.Type else { return [:] }
        return references(relationship.position, of: owners, relationship.owner, type)
    }

    private func references<M: Granary.Model>(
        _ position: Int, of owners: [ObjectKey], _ entity: Entity, _ type: M.Type
    ) -> Members {
        var found: Members = [:]
        for owner in owners {
            guard let object = self[entity, owner] as? M.Snapshot else { continue }
            found[owner] = M(object).referenceKey(at: position).map { [$0] } ?? []
        }
        return found
    }
}

extension GraphContents {
    /// The objects at the end of a path, each once.
    func follow(_ names: [String], from key: ObjectKey, of entity: Entity) -> [any ModelSnapshot] {
        var (entity, keys) = (entity, [key])
        for name in names {
            guard let relationship = entity.relationship(name) else { return [] }
            var seen: Set<ObjectKey> = []
            keys = keys.flatMap { targets(relationship, of: $0) }.filter { seen.insert($0).inserted }
            entity = relationship.destination
        }
        return keys.compactMap { self[entity, $0] }
    }

    /// The keys that a relationship of an object leads to, whichever parts have found them.
    private func targets(_ relationship: Relationship, of owner: ObjectKey) -> [ObjectKey] {
        let found = (members[relationship] ?? [:]).values.compactMap { $0[owner] }
        if found.isEmpty, !relationship.isToMany {
            return references(relationship, of: [owner])[owner] ?? []
        }
        return found.count == 1 ? found[0] : found.flatMap { $0 }.sorted()
    }

    /// Whether the objects and their members are the same.
    func isEqual(to other: GraphContents) -> Bool {
        guard members == other.members, objects.keys == other.objects.keys else { return false }
        return objects.allSatisfy { entity, own in
            let others = other.objects[entity] ?? [:]
            return own.count == others.count
                && own.allSatisfy { key, object in
                    others[key].map { object.differences(fromAny: $0).isEmpty } ?? false
                }
        }
    }
}
