internal import FoundationEssentials
internal import GranaryStore

/// One attempt to open the store in an engine: checks it first, then adds missing parts.
struct StoreOpening {
    /// The store's description of itself, with the tables of all requested configurations.
    let encoded: EncodedCatalogue
    /// The number of the last save.
    let version: Int64
    /// Whether the engine had no entry.
    let isNew: Bool

    /// The key of the number of the last save, which has eight bytes, highest first.
    static let versionKey: [UInt8] = [KeySpace.metadata] + Array("version".utf8)

    /// Opens or creates the store.
    ///
    /// A copy of the catalogue that the backend has read spares reading it again, if it is the same.
    init(_ request: StoreOpenRequest, _ engine: any KeyValueEngine, copy: EncodedCatalogue?) throws {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer(capacity: 4_096)
        let isPresent = try StoreCatalogue.key.withUnsafeBytes { try view.get($0, into: value) }
        let present = isPresent ? try Self.known(Array(value.bytes), copy) : nil
        version = try Self.version(view)
        isNew = present == nil
        if let present {
            encoded = try Self.complete(present, request, engine)
        } else {
            try Self.requireEmpty(view)
            if !request.mayCreate { throw request.missing }
            let new = StoreCatalogue(request, id: UUID().uuidString.lowercased())
            encoded = try Self.write(new, engine)
        }
    }

    private static func known(_ json: [UInt8], _ copy: EncodedCatalogue?) throws -> EncodedCatalogue {
        if let copy, copy.json == json { return copy }
        return try EncodedCatalogue(json: json)
    }

    /// Adds the missing parts of a request to the catalogue, writes it, and removes unused entries.
    private static func complete(
        _ present: EncodedCatalogue, _ request: StoreOpenRequest, _ engine: any KeyValueEngine
    ) throws -> EncodedCatalogue {
        var catalogue = present.catalogue
        let isReadOnly = request.configuration.isReadOnly
        let completed = catalogue.schema(completedBy: request)
        try requireSame(catalogue, request, as: completed)
        let isComplete = catalogue.holdsConfigurations(of: request)
        let isSame = catalogue.fingerprint == request.fingerprint && catalogue.schema == completed
        if isReadOnly {
            if !isComplete { throw lacksConfigurations }
            return present
        }
        if isComplete, isSame { return try UnusedEntries(engine).clear(present) }
        catalogue.add(request)
        return try UnusedEntries(engine).clear(write(catalogue, engine))
    }

    private static func write(
        _ catalogue: StoreCatalogue, _ engine: any KeyValueEngine
    ) throws -> EncodedCatalogue {
        guard catalogue.nextTable <= 65_536 else { throw full }
        let encoded = try EncodedCatalogue(catalogue)
        let batch = try engine.makeBatch()
        batch.put(StoreCatalogue.key, encoded.json)
        try batch.commit(durably: true)
        return encoded
    }

    /// The number of the last save in a snapshot.
    static func version(_ view: ReadView) throws -> Int64 {
        let value = KeyValueBuffer()
        guard try versionKey.withUnsafeBytes({ try view.get($0, into: value) }) else { return 0 }
        guard let version = value.bytes.int64 else { throw corrupt }
        return version
    }

    private static func requireEmpty(_ view: ReadView) throws {
        let cursor = try view.borrowCursor()
        defer { view.returnCursor(cursor) }
        if try [UInt8(0)].withUnsafeBytes({ try cursor.seek(to: $0) }) {
            throw GranaryError(
                .foreign,
                "The engine holds data that is not a store of Granary; it was left untouched. Name another place."
            )
        }
    }

    private static func requireSame(
        _ catalogue: StoreCatalogue, _ request: StoreOpenRequest, as completed: StoredSchema
    ) throws {
        let differences = catalogue.differences(from: request)
        if differences.isEmpty {
            guard !request.toleratesAdditions, let schema = catalogue.schema, schema != completed else {
                return
            }
            let plan = MigrationPlan(
                from: schema, to: StoredSchema(request),
                configurations: Set(request.entities.map(\.configuration)))
            if plan.isEmpty { return }
            throw GranaryError.incompatible(plan.steps.map(\.name))
        }
        throw GranaryError.incompatible(differences)
    }

    private static let corrupt = GranaryError(
        .corrupt,
        "The store's record of its saves is damaged; it was left untouched. Restore it from a backup.")
    private static let lacksConfigurations = GranaryError(
        .incompatible,
        "The store lacks some of the configurations, and a read-only store cannot add them. Open it for writing."
    )
    static let full = GranaryError(
        .unsupported, "A store holds at most 65,535 tables over its whole life. Use another store.")
}

extension UnsafeRawBufferPointer {
    /// The number in eight bytes, highest first; `nil` for another length.
    var int64: Int64? { count == 8 ? Int64(bigEndian: loadUnaligned(as: Int64.self)) : nil }
}
