/// The objects that must be unchanged in their stores at the next save.
struct Requirements {
    /// The requirements in the order of the calls.
    private(set) var all: [Requirement] = []

    /// Starts empty.
    init() {}

    /// Whether there are no requirements.
    var isEmpty: Bool { all.isEmpty }

    /// Requires that an object's row stays in its current state.
    mutating func add(_ object: any Model, of entity: Entity) { all.append(Requirement(object, of: entity)) }

    /// Adds the requirements of a child.
    mutating func add(_ others: [Requirement]) { all += others }

    /// Requires that an object's row stays in its current state, instead of its former one; drops the requirement of an
    /// object that has left the context.
    mutating func renew(_ object: any Model) {
        all = all.compactMap { requirement in
            if requirement.object !== object { return requirement }
            return object._objectState.isKnown ? requirement.renewed : nil
        }
    }

    /// Forgets every requirement.
    mutating func removeAll() { all = [] }

    /// Forgets the requirements of some entities.
    mutating func removeAll(of entities: Set<String>) { all.removeAll { entities.contains($0.entity.name) } }

    /// Returns to an earlier set of requirements.
    mutating func set(to earlier: [Requirement]) { all = earlier }

    /// Whether an object is required to be unchanged.
    func contains(_ object: any Model) -> Bool { all.contains { $0.object === object } }

    /// Whether the object with a key is required to be unchanged.
    func contains(_ key: ObjectKey, of entity: String) -> Bool {
        all.contains { $0.key == key && $0.entity.name == entity }
    }
}
