/// The keys of objects that others have changed and that were not read again, because of changes of their own.
struct OutdatedKeys {
    /// The keys by the entity's position.
    private var keys: [Int: Set<KeyBits>] = [:]

    /// Begins without any.
    init() {}

    /// Whether there is none.
    var isEmpty: Bool { keys.isEmpty }

    /// Notes that others have changed an object.
    mutating func insert(_ bits: KeyBits, of entity: Entity) {
        keys[entity.index, default: []].insert(bits)
    }

    /// Whether others have changed an object.
    func contains(_ bits: KeyBits, of entity: Entity) -> Bool {
        keys[entity.index]?.contains(bits) == true
    }

    /// Forgets every key.
    mutating func removeAll() { keys = [:] }

    /// Takes every key out.
    mutating func takeAll() -> [Int: Set<KeyBits>] {
        defer { keys = [:] }
        return keys
    }
}
