/// Where the members of a relationship to many are found for some owners, and whose each of them is.
struct MemberPlaces {
    /// The condition that a row is a member of one of the owners.
    let condition: ExpressionTree
    /// The keys in the condition; without any, there are no members.
    let keys: [ObjectKey]
    /// The expressions on a member for the parts of the key that identifies its owners.
    let key: [ExpressionTree]
    /// The columns of a member's row with the same key, also where it refers to an object in another store.
    let columns: [Int]
    /// The owners by that key, for pairs; `nil` where it is the owner's own.
    private let pairs: [ObjectKey: [ObjectKey]]?

    /// Prepares the search; the pairs of a relationship that is to many on both sides take a request.
    init(_ relationship: Relationship, of owners: [ObjectKey], _ queries: QueryRunner) throws {
        let member = relationship.destination
        if case .destinationColumns(let inverse) = relationship.storage {
            keys = owners
            condition = .holdsKey(path: [inverse.name], keys: owners)
            key = relationship.owner.model.key.map { .attribute(path: [inverse.name], name: $0) }
            columns = Array(inverse.columns)
            pairs = nil
        } else {
            let found = try queries.ownersOfMembers(relationship, owners)
            keys = found.keys.sorted()
            condition = .holdsKey(path: [], keys: keys)
            key = member.model.key.map { .attribute(path: [], name: $0) }
            columns = member.keyColumns
            pairs = found
        }
    }

    /// The owners of the members with a key.
    func owners(of key: ObjectKey) -> [ObjectKey] { pairs.map { $0[key] ?? [] } ?? [key] }
}

extension QueryRunner {
    /// The owners of each member of a relationship that is to many on both sides, with unsaved pairs.
    fileprivate func ownersOfMembers(
        _ relationship: Relationship, _ owners: [ObjectKey]
    ) throws -> [ObjectKey: [ObjectKey]] {
        guard case .link(let link, let isFirst) = relationship.storage, !owners.isEmpty else { return [:] }
        var found: [ObjectKey: Set<ObjectKey>] = [:]
        access.countRequests()
        let stored = try access.session(of: relationship.owner).links(link, fromFirst: isFirst, of: owners)
        for (owner, member) in stored {
            // A new object that has taken the key of a deleted one has no stored pairs.
            if isNew(owner, relationship.owner) || isNew(member, relationship.destination) { continue }
            found[member, default: []].insert(owner)
        }
        let asked = Set(owners)
        for (pair, isAdded) in graph.pendingLinks[link.name] ?? [:] {
            let (owner, member) = isFirst ? (pair.first, pair.second) : (pair.second, pair.first)
            guard owner._objectState.isIdentified, member._objectState.isIdentified,
                asked.contains(owner.erasedKey)
            else { continue }
            if isAdded {
                found[member.erasedKey, default: []].insert(owner.erasedKey)
            } else {
                found[member.erasedKey]?.remove(owner.erasedKey)
            }
        }
        return found.compactMapValues { $0.isEmpty ? nil : Array($0) }
    }

    private func isNew(_ key: ObjectKey, _ entity: Entity) -> Bool {
        graph.tables.loadedObject(key.bits, of: entity)?._objectState.phase == .inserted
    }
}
