/// The objects of one entity that a save in the background is writing.
struct ObjectsBeingSaved {
    private let objects: HandedObjects?
    /// The objects with their values, once one has been requested.
    private var memories: [ObjectMemory] = []
    /// The places of the objects, once one has been requested.
    private var places: [ObjectIdentifier: Int] = [:]

    /// Takes the objects of a background save, which stay alive until it ends.
    init(_ objects: HandedObjects? = nil) { self.objects = objects }

    /// Whether the row of an object is being inserted or deleted.
    mutating func contains(_ object: any Model) -> Bool {
        memory(of: object).map { $0.state.phase != .stored } ?? false
    }

    /// The properties of an object's row that are being changed.
    mutating func properties(of object: any Model) -> PropertySet {
        memory(of: object).map { $0.state.phase == .stored ? $0.changed : PropertySet() } ?? PropertySet()
    }

    /// Complexity: O(objects) at the first call, then O(1).
    private mutating func memory(of object: any Model) -> ObjectMemory? {
        guard let objects else { return nil }
        if places.isEmpty {
            memories = objects.memories
            for (place, memory) in memories.enumerated() { places[ObjectIdentifier(memory.object)] = place }
        }
        return places[ObjectIdentifier(object)].map { memories[$0] }
    }
}
