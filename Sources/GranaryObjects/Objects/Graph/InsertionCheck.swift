/// Checks that a new object and all objects reachable from it can be inserted, before the first one is.
struct InsertionCheck {
    /// The key of one object.
    private struct Place: Hashable {
        let entity: Int
        let bits: KeyBits
    }

    private let insertion: Insertion
    private let leaving: Set<ObjectIdentifier>
    private var visited: Set<ObjectIdentifier> = []
    private var taken: Set<Place> = []
    private var queue: [any Model] = []

    /// Begins a check in which the keys of some objects, which are deleted before the insertion, count as free.
    init(_ insertion: Insertion, leaving: Set<ObjectIdentifier> = []) {
        self.insertion = insertion
        self.leaving = leaving
    }

    /// Assigns keys to an object and all objects reachable from it, and checks that the keys are free.
    ///
    /// - Throws: the error of ``Context/insert(_:)`` for the first object that cannot be inserted.
    mutating func visitAll(from object: any Model) throws {
        queue = [object]
        while let next = queue.popLast() {
            if visited.insert(ObjectIdentifier(next)).inserted { try visit(next) }
        }
    }

    private mutating func visit<M: Model>(_ object: M) throws {
        try insertion.admit(object)
        guard object._objectState.isOutside else { return }
        let table = try insertion.pairs.lookup.table(of: M.self)
        try insertion.pairs.lookup.keys.assign(to: object, of: table.entity)
        let bits = object.objectKey.keyBits
        // The map does not detect two new objects with one key, since neither is in it yet.
        guard taken.insert(Place(entity: table.entity.index, bits: bits)).inserted,
            isFree(table.object(bits, as: M.self))
        else { throw Insertion.keyIsTaken(table.entity) }
        for position in table.entity.toOne.indices {
            if case .object(let target) = object._reference(at: position) { queue.append(target) }
        }
        for position in 0..<table.toManyCount {
            queue.append(contentsOf: object._members(at: position)?.models ?? [])
        }
    }

    /// Whether a new object can take the key that an object has.
    private func isFree(_ holder: (any Model)?) -> Bool {
        guard let holder else { return true }
        return holder._objectState.phase == .deleted || leaving.contains(ObjectIdentifier(holder))
    }
}
