/// An object that must be as it was when that was required.
package struct Requirement {
    let object: any Model
    let key: ObjectKey
    let version: Int64

    var entityName: String { type(of: object).modelDescription.name }

    init(_ object: any Model) {
        self.object = object
        key = object.erasedKey
        version = object.objectState.version
    }
}

/// What must be unchanged in its store at the next save.
struct Requirements {
    /// Each object that was required, in the order of the requests.
    private(set) var all: [Requirement] = []

    /// Begins without any.
    init() {}

    /// Whether there is none.
    var isEmpty: Bool { all.isEmpty }

    /// Requires that an object is as it is now.
    mutating func add(_ object: any Model) { all.append(Requirement(object)) }

    /// Adds what a child requires.
    mutating func add(_ others: [Requirement]) { all += others }

    /// Forgets every requirement.
    mutating func removeAll() { all = [] }

    /// Forgets those of some entities.
    mutating func removeAll(of entities: Set<String>) { all.removeAll { entities.contains($0.entityName) } }

    /// Goes back to what was required at an earlier moment.
    mutating func set(to earlier: [Requirement]) { all = earlier }

    /// Whether an object is required.
    func contains(_ object: any Model) -> Bool { all.contains { $0.object === object } }

    /// Whether an object with a key is required.
    func contains(_ key: ObjectKey, of entity: String) -> Bool {
        all.contains { $0.key == key && $0.entityName == entity }
    }
}
