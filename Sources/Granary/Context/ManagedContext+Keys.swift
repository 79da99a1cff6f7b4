/// Keys for new objects.
extension ManagedContext {
    /// Gives an object a key, if it has none and the framework makes its keys.
    func assignKey<M: Model>(to object: M, of entity: Entity) throws {
        guard M.Key.generation != .byProgram, object.objectKey == M.Key.unassigned else { return }
        object.assignKey(try newKey(of: M.self, tables[entity.index]))
    }

    /// A key for a new object of a model whose keys the framework makes; no object of the context has it.
    @inlinable func newKey<M: Model>(of type: M.Type, _ table: ObjectTable) throws -> M.Key {
        while true {
            guard let key = M.Key(objectKey: try makeKey(M.Key.self, table)), key != M.Key.unassigned
            else {
                throw Self.keysAreUsedUp(table.entity)
            }
            // Keys that the program has set are unknown to the store until the save.
            if table.map.place(of: key.keyBits) == nil { return key }
        }
    }

    @usableFromInline func makeKey<Key: ModelKey>(_ type: Key.Type, _ table: ObjectTable) throws
        -> ObjectKey
    {
        if type.generation == .timeOrderedUUID { return .uuid(coordinator.makeIdentifier()) }
        // A context that never writes reserves nothing.
        if options.saves != .write { return .integer(table.nextUnwrittenKey(of: type)) }
        var root = self
        while let parent = root.parent { root = parent }
        return .integer(try root.reservedKey(root.tables[table.entity.index]))
    }

    /// A key that the store has reserved, that no new object of the stack has, and no stored one in this snapshot.
    private func reservedKey(_ table: ObjectTable) throws -> Int64 {
        let entity = table.entity
        let isChecked = table.keysCheckedAt == snapshotMoment || !coordinator.sharesKeys(of: entity)
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
        table.keysCheckedAt = snapshotMoment
        return key
    }

    /// Keeps a key that the program has set from being given to another new object of the stack, and those that
    /// are likely to follow it.
    @usableFromInline func claim(_ key: Int64, _ table: ObjectTable) {
        if let parent { return parent.claimIfNew(key, parent.tables[table.entity.index]) }
        // Those below 1 are never made.
        guard options.saves == .write, key > 0 else { return }
        let claims = keyClaims ?? KeyClaims(coordinator.keys)
        keyClaims = claims
        let follows = !table.claimed.isEmpty && key == table.claimed.upperBound
        let ahead = follows ? min(Int64(table.claimed.count), 1_024) : 1
        let (end, overflow) = key.addingReportingOverflow(ahead)
        let range = key..<(overflow ? .max : end)
        guard let last = range.last else { return }
        claims.add(key...last, of: table.entity.index)
        table.claimed = follows ? table.claimed.lowerBound..<range.upperBound : range
    }

    /// Claims a key unless that is done.
    @inlinable func claimIfNew(_ key: Int64, _ table: ObjectTable) {
        if !table.claimed.contains(key) { claim(key, table) }
    }

    /// Claims the keys of new objects that have come into the context without being inserted into it.
    func claimKey(of object: any Model, _ table: ObjectTable) {
        guard case .integer(let key) = object.erasedKey else { return }
        claimIfNew(key, table)
    }

    /// Lets go of every claim, because the keys are saved or given up.
    func releaseKeys() {
        guard keyClaims != nil else { return }
        keyClaims = nil
        for table in tables { table.claimed = 0..<0 }
    }

    /// Claims the keys of all new objects anew, among the keys of other stores.
    func claimKeysAgain() {
        guard keyClaims != nil else { return }
        releaseKeys()
        for table in tables {
            for object in table.touched(in: .inserted) { claimKey(of: object, table) }
        }
    }

    @usableFromInline static func keysAreUsedUp(_ entity: Entity) -> GranaryError {
        GranaryError(
            .overflow,
            "No further key fits the type of \(entity.name)'s primary key; declare a wider integer.",
            context: .init(entity: entity.name, properties: entity.model.key))
    }
}
