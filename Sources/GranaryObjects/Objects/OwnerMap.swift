/// Objects whose relationship to many is being loaded, by key.
struct OwnerMap {
    /// The map from keys to positions in ``owners``.
    let map = IdentityMap()
    /// The objects in the order of adding.
    private(set) var owners: [any Model] = []

    /// Makes an empty map.
    init() {}

    /// Makes a map of one object.
    init<Owner: Model>(_ owner: Owner) { add(owner) }

    /// Adds an object that is not in the map.
    mutating func add<Owner: Model>(_ owner: Owner) {
        _ = map.insert(owner, owner.objectKey.keyBits)
        owners.append(owner)
    }

    /// The position of the object with a key among ``owners``.
    ///
    /// Complexity: O(1) on average.
    func position(of bits: KeyBits) -> Int? { map.place(of: bits).map { Int($0) } }

    /// The object with a key.
    ///
    /// Complexity: O(1) on average.
    subscript(bits: KeyBits) -> (any Model)? { position(of: bits).map { owners[$0] } }
}
