/// Keys for new objects.
extension ManagedContext {
    /// Gives an object a key, if it has none and the framework makes its keys.
    func assignKey<M: Model>(to object: M, of entity: Entity) throws {
        guard M.Key.generation != .byProgram, object.objectKey == M.Key.unassigned else { return }
        object.assignKey(try newKey(of: M.self, registers[entity.index]))
    }

    /// A key for a new object of a model whose keys the framework makes; no object of the context has it.
    @inlinable func newKey<M: Model>(of type: M.Type, _ register: EntityRegister) throws -> M.Key {
        while true {
            guard let key = M.Key(objectKey: try makeKey(M.Key.self, register)), key != M.Key.unassigned
            else {
                throw Self.keysAreUsedUp(register.entity)
            }
            // Keys that the program has set are unknown to the store until the save.
            if register.map.place(of: key.keyBits) == nil { return key }
        }
    }

    @usableFromInline func makeKey<Key: ModelKey>(_ type: Key.Type, _ register: EntityRegister) throws
        -> ObjectKey
    {
        if type.generation == .timeOrderedUUID { return .uuid(coordinator.makeIdentifier()) }
        // A context that never writes reserves nothing.
        if options.saves != .write { return .integer(register.nextUnwrittenKey(of: type)) }
        let entity = register.entity
        return .integer(
            try resting { try coordinator.nextInteger(of: entity) { try session(of: entity) } })
    }

    @usableFromInline static func keysAreUsedUp(_ entity: Entity) -> GranaryError {
        GranaryError(
            .overflow,
            "No further key fits the type of \(entity.name)'s primary key; declare a wider integer.",
            context: .init(entity: entity.name, properties: entity.model.key))
    }
}
