package import Granary

/// The report on a store, made without opening it for writing.
package struct StoreReport: Codable, Sendable, Equatable {
    /// The state of the place.
    package enum State: String, Codable, Sendable {
        /// It holds the program's models.
        case current
        /// It holds other models, or lacks migrations of data, and would be migrated.
        case behind
        /// Its migration would be refused, as one that loses data or whose way is not clear.
        case refused
        /// It exists; whether it fits is not known without models.
        case present
        /// There is none yet.
        case absent
        /// Its content is not kept, so there is nothing to examine.
        case memory
        /// Its backend cannot inspect stores.
        case unknown
        /// It cannot be examined.
        case failed
    }

    /// The configurations whose models it holds.
    package var configurations: [String]
    /// The name of its type.
    package var type: String
    var place: String?
    /// What is there.
    package var state: State
    /// The unique identity of the store.
    var id: String?
    var formatVersion: Int?
    /// The version of the models that it holds.
    package var fingerprint: String?
    /// The size in bytes; `nil` where there is nothing, or nothing is known.
    package var size: Int64?
    var files: [InspectedStore.File]?
    /// The processes that have it open.
    package var holders: [Int]?
    /// The places of the copies put aside from it.
    var kept: [String]?
    /// Why it cannot be examined.
    package var error: ToolFailure.Details?

    /// Examines a store; errors become a part of the report.
    package init(_ store: PlacedStore, schema: Schema?) {
        configurations = store.names
        type = store.configuration.type.name
        place = store.place
        state = .unknown
        do {
            try look(at: store, schema)
        } catch {
            let failure = ToolFailure(error)
            state = failure.ending == .refused ? .refused : .failed
            self.error = failure.error
        }
    }

    private mutating func look(at store: PlacedStore, _ schema: Schema?) throws {
        guard store.backend.capabilities.contains(.persistent) else { return state = .memory }
        kept = try store.kept().compactMap { try store.backend.location(of: $0) }
        guard store.backend is any InspectableBackend.Type else { return }
        guard let found = try store.inspected() else { return state = .absent }
        state = .present
        (id, formatVersion) = (found.identity.id, found.identity.formatVersion)
        fingerprint = found.schema.fingerprint
        (size, files, holders) = (found.size, found.files, found.holders)
        guard let schema, store.backend is any MigratingBackend.Type else { return }
        guard let forecast = try store.migrator(to: schema).forecast(countingRows: false) else { return }
        state = forecast.refusal != nil ? .refused : forecast.isEmpty ? .current : .behind
    }
}
