import Granary

/// The synced models of a schema, by the positions of their entities; captures their saves.
struct SyncRule: SaveCapture {
    /// What was declared of one model.
    struct Model: Sendable {
        let writes: SyncedWrites
        /// The properties that are neither sent nor taken.
        let ignored: PropertySet
        let coalesces: Bool
        let attempts: Int?
        let conflicts: SyncedConflicts
        /// How old a write may be when the last attempt to send it fails.
        let expiry: Duration?
        /// The name of the source.
        let source: String
        /// The name of the lane.
        let lane: String
        let cache: SyncedCache
        let attributes: SyncedAttributes
    }

    /// What was declared of each synced model, by the position of its entity.
    let models: [Int: Model]

    /// - Throws: as ``Schema/syncing(_:)``.
    init(_ declared: [Synced], in schema: Schema) throws {
        var models: [Int: Model] = [:]
        for synced in declared {
            guard let entity = schema.entity(synced.model) else { continue }
            let ignored = try synced.ignored(entity)
            if !ignored.intersection(entity.keyProperties).isEmpty {
                throw SyncDeclaration.problem(
                    "\(synced.model) ignores a part of its key, by which both sides know its objects; take it out of the list.",
                    schema)
            }
            models[entity.index] = Model(
                writes: synced.writes, ignored: ignored, coalesces: synced.coalesces,
                attempts: synced.attempts,
                conflicts: synced.conflicts, expiry: synced.expiry, source: synced.source, lane: synced.lane,
                cache: synced.cache,
                attributes: try SyncedAttributes(synced, entity, ignoring: ignored, in: schema))
        }
        self.models = models
    }

    func captures(_ entity: Entity) -> Bool { models[entity.index] != nil }

    func entity(in schema: Schema) -> Entity? { schema.entity(of: SyncEntry.self) }

    func rows(with save: CapturedSave) throws -> [CapturingRow] {
        try EntryCapture(rule: self, save: save).rows()
    }

    /// Whether the server assigns ids to the objects of a model.
    var hasRemoteIDs: Bool { models.values.contains { $0.attributes.remoteID != nil } }

    /// The names of the properties of an entity that are neither sent nor taken.
    func ignored(_ entity: Entity?) -> Set<String> {
        guard let entity, let ignored = models[entity.index]?.ignored else { return [] }
        return Set((0..<entity.propertyCount).filter(ignored.contains).map(entity.propertyName))
    }

    /// Whether an entry may become one write with others of its object.
    func coalesces(_ entity: Entity?, _ entry: SyncEntry) -> Bool {
        guard let entity, entry.kind != .command else { return false }
        return models[entity.index]?.coalesces ?? false
    }

    /// The lane that sends an entry; a command goes with the first object that it is about.
    func lane(of entry: SyncEntry, _ targets: [EntryPlace], in schema: Schema) -> LaneKey {
        let name = entry.kind == .command ? targets.first?.entity ?? "" : entry.entity
        guard let entity = schema.entity(name), let model = models[entity.index] else {
            return LaneKey(source: "", name: "")
        }
        return LaneKey(source: model.source, name: model.lane)
    }

    /// The lanes of all models, and that of commands about no object.
    var lanes: [LaneKey] {
        let lanes = Set(models.values.map { LaneKey(source: $0.source, name: $0.lane) })
        return lanes.union([LaneKey(source: "", name: "")]).sorted {
            ($0.source, $0.name) < ($1.source, $1.name)
        }
    }

    /// What was declared of an entity.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for one that is not synced.
    func model(_ entity: Entity) throws -> Model {
        if let model = models[entity.index] { return model }
        throw GranaryError(
            .schema,
            "The rows of \(entity.name) cannot be taken from a server: the model is not synced; name it in `syncing`.",
            context: .init(entity: entity.name))
    }
}
