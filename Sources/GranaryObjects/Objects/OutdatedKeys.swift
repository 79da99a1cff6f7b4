/// The keys of objects that others have changed and that were not reloaded, because they have unsaved changes.
struct OutdatedKeys {
    /// The keys by the entity's position.
    private var keys: [Int: Set<KeyBits>] = [:]

    /// Starts empty.
    init() {}

    /// Whether there are no keys.
    var isEmpty: Bool { keys.isEmpty }

    /// Notes that others have changed the object with a key.
    mutating func insert(_ bits: KeyBits, of entity: Entity) {
        keys[entity.index, default: []].insert(bits)
    }

    /// Whether others have changed the object with a key.
    func contains(_ bits: KeyBits, of entity: Entity) -> Bool {
        keys[entity.index]?.contains(bits) == true
    }

    /// Forgets that others have changed the object with a key; returns whether they have.
    @discardableResult
    mutating func remove(_ bits: KeyBits, of entity: Entity) -> Bool {
        guard keys[entity.index]?.remove(bits) != nil else { return false }
        if keys[entity.index]?.isEmpty == true { keys[entity.index] = nil }
        return true
    }

    /// Forgets every key.
    mutating func removeAll() { keys = [:] }

    /// Removes and returns all keys.
    mutating func drain() -> [Int: Set<KeyBits>] {
        defer { keys = [:] }
        return keys
    }
}
