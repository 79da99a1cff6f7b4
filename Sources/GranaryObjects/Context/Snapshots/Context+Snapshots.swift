/// Values in: objects that are made of snapshots, and changed by them.
extension Context {
    /// Inserts a new object with the values of a snapshot, and returns it.
    ///
    /// Its relationships to one refer to the objects whose keys the snapshot holds; the save refuses a key without an
    /// object. Keys that the framework generates are generated.
    ///
    /// - Throws: as the insertion of an object.
    @discardableResult
    public func insert<Snapshot: ModelSnapshot>(_ snapshot: Snapshot) throws -> Snapshot.Object {
        let object = Snapshot.Object(snapshot)
        try insert(object)
        return object
    }

    /// Applies a snapshot to an object.
    ///
    /// Only properties that differ from the base change. The base is the snapshot that the program read before; without
    /// one it is the object's current state. If others have changed the object since the base was read, the merge rules
    /// of the model and the merge policy decide, as they do in a save. The next save writes the changes.
    ///
    /// - Parameters:
    ///   - snapshot: the wanted object. Its key identifies the object, and does not change.
    ///   - base: the object as the program read it.
    ///   - policy: how conflicts are resolved; that of the context's options unless given.
    /// - Returns: the object; `nil` if others have deleted it and it stays deleted.
    /// - Throws: ``GranaryError/Code/conflict`` with base, mine and theirs, and ``GranaryError/Code/notFound`` for an
    ///   object that does not exist and has no base, or for one that a relationship refers to; nothing has changed then.
    @discardableResult
    public func apply<Snapshot: ModelSnapshot>(
        _ snapshot: Snapshot, base: Snapshot? = nil, policy: MergePolicy? = nil
    ) throws -> Snapshot.Object? {
        guard let entity = schema.entity(of: Snapshot.Object.self) else {
            throw GranaryError(
                .schema,
                "\(Snapshot.Object.modelDescription.name) is not in the schema “\(schema.name)”; add it there."
            )
        }
        let present = try object(snapshot.objectID)
        guard let base = base ?? present?.snapshot else {
            throw GranaryError(
                .notFound,
                "The object that a snapshot is to change does not exist. Insert the snapshot, or give the base that it was read from.",
                context: .init(entity: entity.name))
        }
        if base.objectID != snapshot.objectID {
            throw GranaryError(
                .invalidObject, "The snapshot and its base are of different objects; a key does not change.",
                context: .init(entity: entity.name, properties: entity.model.key))
        }
        let applied = AppliedSnapshot(snapshot, base: base, present: present, entity, in: self)
        return try applied.apply(policy ?? saves.options.mergePolicy)
    }

    /// Settles a conflict that applying a snapshot has thrown, as ``resolve(_:with:)`` describes.
    func resolveSnapshot(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        guard let entity = schema.entity(conflict.entity), let type = entity.type as? any Model.Type else {
            throw GranaryError(
                .schema, "The schema “\(schema.name)” has no model “\(conflict.entity)”; add it there.",
                context: .init(entity: conflict.entity))
        }
        func resolve<M: Model>(_ type: M.Type) throws {
            let wanted = try entity.object(type, named: conflict.mine ?? [:]).snapshot
            let base = try entity.object(type, named: conflict.base ?? [:]).snapshot
            let told = try conflict.theirs.map { try entity.object(type, named: $0).snapshot }
            // From the context's current state: `resolve` below refuses a decision that was made about other values.
            let present = try object(base.objectID)
            let applied = AppliedSnapshot(wanted, base: base, present: present, entity, in: self)
            try applied.resolve(with: decision, asTold: told)
        }
        try resolve(type)
    }
}
