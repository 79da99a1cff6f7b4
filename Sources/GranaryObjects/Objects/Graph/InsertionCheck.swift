/// Checks that a new object and all objects reachable from it can be inserted, before the first one is.
struct InsertionCheck {
    /// The key of one object.
    private struct Place: Hashable {
        let entity: Int
        let bits: KeyBits
    }

    private let graph: ObjectGraph
    private let leaving: Set<ObjectIdentifier>
    private var visited: Set<ObjectIdentifier> = []
    private var taken: Set<Place> = []
    private var queue: [any Model] = []

    /// Begins a check in which the keys of some objects, which are deleted before the insertion, count as free.
    init(_ graph: ObjectGraph, leaving: Set<ObjectIdentifier> = []) {
        self.graph = graph
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
        try graph.admit(object)
        guard object.objectState.isOutside else { return }
        let table = try graph.lookup.table(of: M.self)
        try graph.lookup.keys.assign(to: object, of: table.entity)
        let bits = object.objectKey.keyBits
        // The map does not detect two new objects with one key, since neither is in it yet.
        guard taken.insert(Place(entity: table.entity.index, bits: bits)).inserted,
            isFree(table.object(bits, as: M.self))
        else { throw ObjectGraph.keyIsTaken(table.entity) }
        for position in table.entity.toOne.indices {
            if case .object(let target) = object.reference(at: position) { queue.append(target) }
        }
        for position in 0..<table.toManyCount {
            queue.append(contentsOf: object.members(at: position)?.models ?? [])
        }
    }

    /// Whether a new object can take the key that an object has.
    private func isFree(_ holder: (any Model)?) -> Bool {
        guard let holder else { return true }
        return holder.objectState.phase == .deleted || leaving.contains(ObjectIdentifier(holder))
    }
}

extension ObjectGraph {
    /// Throws if one of some objects, or of those reachable from them, cannot be inserted together with the others.
    ///
    /// Keys that are to be generated are assigned. The keys of objects that are deleted before are free.
    func checkInsertion<M: Model>(of objects: [M], afterDeleting leaving: [M] = []) throws {
        var check = InsertionCheck(self, leaving: Set(leaving.map { ObjectIdentifier($0) }))
        for object in objects { try check.visitAll(from: object) }
    }
}
