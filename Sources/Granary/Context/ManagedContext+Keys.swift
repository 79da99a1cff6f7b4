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
        var root = self
        while let parent = root.parent { root = parent }
        return .integer(try root.reservedKey(root.registers[register.entity.index]))
    }

    /// A key that the store has reserved, that no new object of the stack has, and no stored one in this snapshot.
    private func reservedKey(_ register: EntityRegister) throws -> Int64 {
        let entity = register.entity
        let isChecked = register.keysCheckedAt == snapshotMoment || !coordinator.sharesKeys(of: entity)
        if isChecked, let key = coordinator.keys.take(entity.index) { return key }
        let moment = snapshotMoment
        let key = try resting {
            if !isChecked {
                try coordinator.dropStoredKeys(of: entity) { try self.session(of: entity) }
            }
            return try coordinator.nextInteger(of: entity) {
                try self.unreadSession(at: self.coordinator.storeIndex(of: entity))
            }
        }
        // One new object after the other must not cost a request each where no session is kept between them.
        if options.readsNewest { snapshotMoment = moment }
        register.keysCheckedAt = snapshotMoment
        return key
    }

    /// Keeps a key that the program has set from being given to another new object of the stack, and those that
    /// are likely to follow it.
    @usableFromInline func claim(_ key: Int64, _ register: EntityRegister) {
        if let parent { return parent.claimIfNew(key, parent.registers[register.entity.index]) }
        // Those below 1 are never made.
        guard options.saves == .write, key > 0 else { return }
        let claims = keyClaims ?? KeyClaims(coordinator.keys)
        keyClaims = claims
        let follows = !register.claimed.isEmpty && key == register.claimed.upperBound
        let ahead = follows ? min(Int64(register.claimed.count), 1_024) : 1
        let (end, overflow) = key.addingReportingOverflow(ahead)
        let range = key..<(overflow ? .max : end)
        guard let last = range.last else { return }
        claims.add(key...last, of: register.entity.index)
        register.claimed = follows ? register.claimed.lowerBound..<range.upperBound : range
    }

    /// Claims a key unless that is done.
    @inlinable func claimIfNew(_ key: Int64, _ register: EntityRegister) {
        if !register.claimed.contains(key) { claim(key, register) }
    }

    /// Claims the keys of new objects that have come into the context without being inserted into it.
    func claimKey(of object: any Model, _ register: EntityRegister) {
        guard case .integer(let key) = object.erasedKey else { return }
        claimIfNew(key, register)
    }

    /// Lets go of every claim, because the keys are saved or given up.
    func releaseKeys() {
        guard keyClaims != nil else { return }
        keyClaims = nil
        for register in registers { register.claimed = 0..<0 }
    }

    /// Claims the keys of all new objects anew, among the keys of other stores.
    func claimKeysAgain() {
        guard keyClaims != nil else { return }
        releaseKeys()
        for register in registers {
            for object in register.touched(in: .inserted) { claimKey(of: object, register) }
        }
    }

    @usableFromInline static func keysAreUsedUp(_ entity: Entity) -> GranaryError {
        GranaryError(
            .overflow,
            "No further key fits the type of \(entity.name)'s primary key; declare a wider integer.",
            context: .init(entity: entity.name, properties: entity.model.key))
    }
}
