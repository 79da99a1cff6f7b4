import Granary

/// The objects of one model and level that are asked for together.
struct GraphAsk: Sendable {
    /// A relationship to many whose members are the objects that refer to its owners.
    struct Inverse: Sendable {
        let link: GraphLink
        /// The relationship to one of the members.
        let inverse: Relationship
        /// The owners, each once.
        var owners: [ObjectKey] { didSet { ownerSet = Set(owners) } }
        private(set) var ownerSet: Set<ObjectKey>

        init(_ link: GraphLink, _ inverse: Relationship, _ owners: [ObjectKey]) {
            self.link = link
            self.inverse = inverse
            self.owners = owners
            ownerSet = Set(owners)
        }

        /// The condition for the members.
        var condition: ExpressionTree {
            // As a program would ask for them, so that both share an answer.
            if owners.count == 1 { return .refers(path: [inverse.name], key: owners[0].values) }
            return .holdsKey(path: [inverse.name], keys: owners.sorted())
        }
    }

    let key: GraphAskKey
    let entity: Entity
    let reading: GraphPartReading
    let maxAge: Duration?
    /// What was asked in this way for the graph before; `nil` for the first one.
    let former: GraphMemory.Part?
    /// Objects that are asked for by their identities, each once.
    var ids: [ObjectKey] = []
    /// Relationships to many; a part that is read in its own way has only one, or only identities.
    var inverses: [Inverse] = []

    var policy: ReadPolicy { key.policy }

    /// Adds a relationship to many of some owners.
    mutating func add(_ link: GraphLink, _ inverse: Relationship, _ owners: [ObjectKey]) {
        if owners.isEmpty { return }
        guard let known = inverses.firstIndex(where: { $0.link == link }) else {
            return inverses.append(Inverse(link, inverse, owners))
        }
        inverses[known].owners += owners.filter { !inverses[known].ownerSet.contains($0) }
    }
}
