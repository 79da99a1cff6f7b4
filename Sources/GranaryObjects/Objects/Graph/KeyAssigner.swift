/// Assigns keys to the new objects of a context, and claims the keys that the program has set.
///
/// The new objects of a child get their keys from the outermost parent.
@usableFromInline package final class KeyAssigner {
    private let access: StoreAccess
    private let tables: ObjectTables
    /// The keys of the parent, for a child.
    private let parent: KeyAssigner?
    /// Whether the context ever writes; one that does not reserves no keys.
    private let writes: Bool
    /// The claims on keys that the program has set; unused in a child.
    @exclusivity(unchecked) private var claims: KeyClaims?

    /// Starts without claims.
    init(_ access: StoreAccess, _ tables: ObjectTables, parent: KeyAssigner?, writes: Bool) {
        self.access = access
        self.tables = tables
        self.parent = parent
        self.writes = writes
    }

    /// Assigns a key to an object that has none, if the framework generates its keys.
    func assign<M: Model>(to object: M, of entity: Entity) throws {
        guard M.Key.generation != .byProgram, object.objectKey == M.Key.unassigned else { return }
        object._assignKey(try newKey(of: M.self, tables[entity.index]))
    }

    /// A generated key for a new object; no object of the context has it.
    @inlinable func newKey<M: Model>(of type: M.Type, _ table: ObjectTable) throws -> M.Key {
        while true {
            guard let key = M.Key(objectKey: try makeKey(M.Key.self, table)), key != M.Key.unassigned
            else {
                throw Self.keysAreUsedUp(table.entity)
            }
            // The store does not know keys that the program has set until the save.
            if table.map.place(of: key.keyBits) == nil { return key }
        }
    }

    @usableFromInline func makeKey<Key: ModelKey>(_ type: Key.Type, _ table: ObjectTable) throws
        -> ObjectKey
    {
        if type.generation == .timeOrderedUUID { return .uuid(access.coordinator.makeIdentifier()) }
        if !writes { return .integer(table.nextUnwrittenKey(of: type)) }
        var root = self
        while let parent = root.parent { root = parent }
        return .integer(try root.reservedKey(root.tables[table.entity.index]))
    }

    /// A key that the store has reserved; no new object of the stack and no row of this snapshot has it.
    private func reservedKey(_ table: ObjectTable) throws -> Int64 {
        let (entity, coordinator) = (table.entity, access.coordinator)
        let isChecked =
            table.newKeys.areChecked(inSnapshot: access.snapshotNumber) || !coordinator.sharesKeys(of: entity)
        if isChecked, let key = coordinator.keys[entity.index].nextKey() {
            table.newKeys.addMade(key)
            return key
        }
        let key = try access.operatingInSnapshot {
            if !isChecked {
                try coordinator.dropStoredKeys(of: entity) { try access.session(of: entity) }
            }
            return try coordinator.nextInteger(of: entity) {
                try access.unreadSession(at: coordinator.storeIndex(of: entity))
            }
        }
        table.newKeys.markChecked(inSnapshot: access.snapshotNumber)
        table.newKeys.addMade(key)
        return key
    }

    /// Claims a key that the program has set, and the keys likely to follow it, for the whole stack.
    ///
    /// No other new object of the stack gets a claimed key.
    @usableFromInline func claim(_ key: Int64, _ table: ObjectTable) {
        if let parent { return parent.claimIfNew(key, parent.tables[table.entity.index]) }
        // Keys below 1 are never generated, and neither is the largest one.
        guard writes, key > 0, key < .max else { return }
        let claims = claims ?? KeyClaims()
        self.claims = claims
        let supply = access.coordinator.keys[table.entity.index]
        table.newKeys.addClaimed(claims.add(key, table.newKeys.claims(from: key), of: supply))
    }

    /// Claims a key unless it is claimed, or was made for an object of this context.
    @inlinable func claimIfNew(_ key: Int64, _ table: ObjectTable) {
        if !table.newKeys.knows(key) { claim(key, table) }
    }

    /// Claims the key of a new object that entered the context without `insert`.
    func claimKey(of object: any Model, _ table: ObjectTable) {
        guard case .integer(let key) = object.erasedKey else { return }
        claimIfNew(key, table)
    }

    /// Releases all claims, because the keys are saved or given up.
    func releaseClaims() {
        guard claims != nil else { return }
        claims = nil
        for table in tables { table.newKeys.releaseClaims() }
    }

    /// Claims the keys of all new objects again, after the stores have changed.
    func claimAgain() {
        for table in tables { table.newKeys.clearMade() }
        guard claims != nil else { return }
        releaseClaims()
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
