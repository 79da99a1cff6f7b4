/// The state of the store of one configuration.
public struct StoreStatus: Sendable {
    /// A stage in the life of a store.
    public enum State: Sendable {
        /// Its configuration is attached; the store is not open.
        case attached
        /// It is being opened.
        case opening
        /// It is being migrated to its models.
        case migrating
        /// It is being moved to another place.
        case moving
        /// It is open and takes work.
        case started
        /// It is open, but takes no new work, or only reads.
        case suspended
        /// It is open, but its server cannot be reached, or its files were removed, moved or replaced; the error says why.
        ///
        /// Work fails until the server or the same files are back; then it goes on by itself. With other files in
        /// their place, it does so after another opening.
        case unreachable(GranaryError)
        /// It could not be opened; the error says why.
        case failed(GranaryError)
        /// Its configuration was detached; its files stay in place.
        case detached
        /// It was destroyed with all its files.
        case destroyed
    }

    /// The name of the configuration.
    public let name: String
    /// The type of the store.
    public let type: StoreType
    /// The current state.
    public internal(set) var state: State
    /// The progress of its migration; `nil` unless it is being migrated.
    public internal(set) var migration: MigrationProgress?
    /// Whether a newer version of the program keeps the store and lets this one only read it; false unless the store is
    /// open.
    public internal(set) var isOfNewerVersion = false
    /// Whether the opening that the store is open by has made it, so that it was empty: there was none before, or a
    /// purgeable one was removed or replaced; false unless the store is open.
    ///
    /// A store in memory is new each time. One that was there and got the tables of a configuration is not, nor is one
    /// that another process made first, or another stack that shares it. Backends that do not know it say false
    /// (``Store/isNew``).
    public internal(set) var isNew = false

    /// Whether it is open, and its server cannot be reached or its files are not in place.
    public var isUnreachable: Bool {
        if case .unreachable = state { return true }
        return false
    }
}

extension StoreStatus: CustomStringConvertible {
    /// The name, type and state, for people; with the progress of a migration, and a note for a store that a newer
    /// version keeps.
    public var description: String {
        let part = migration.map { ", \(Int($0.fraction * 100)) %" } ?? ""
        let reason = isOfNewerVersion ? ", read-only: a newer version keeps it" : ""
        return "\(name) (\(type.name)): \(state)\(part)\(reason)"
    }
}

extension StoreStatus.State: CustomStringConvertible {
    /// The state in one word; for a store that could not be opened or cannot be reached, with the error.
    public var description: String {
        switch self {
        case .attached: "attached"
        case .opening: "opening"
        case .migrating: "migrating"
        case .moving: "moving"
        case .started: "started"
        case .suspended: "suspended"
        case .unreachable(let error): "unreachable: \(error)"
        case .failed(let error): "failed: \(error)"
        case .detached: "detached"
        case .destroyed: "destroyed"
        }
    }
}
