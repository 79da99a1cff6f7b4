/// What the store of one configuration is doing.
public struct StoreStatus: Sendable {
    /// A stage in the life of a store.
    public enum State: Sendable {
        /// Its configuration is attached; the store is not open.
        case attached
        /// It is being opened.
        case opening
        /// It is being changed to follow its models.
        case migrating
        /// It is being taken to another place.
        case moving
        /// It is open and takes work.
        case started
        /// It is open and takes no new work, or reading only.
        case suspended
        /// It could not be opened; the error says why.
        case failed(GranaryError)
        /// Its configuration was detached; its files are where they were.
        case detached
        /// It was destroyed with all its files.
        case destroyed
    }

    /// The name of the configuration.
    public let name: String
    /// The type of the store.
    public let type: StoreType
    /// What the store is doing.
    public internal(set) var state: State
}

extension StoreStatus: CustomStringConvertible {
    /// The name and the state, for people.
    public var description: String { "\(name) (\(type.name)): \(state)" }
}

extension StoreStatus.State: CustomStringConvertible {
    /// The state in a word, with the error of a store that could not be opened.
    public var description: String {
        switch self {
        case .attached: "attached"
        case .opening: "opening"
        case .migrating: "migrating"
        case .moving: "moving"
        case .started: "started"
        case .suspended: "suspended"
        case .failed(let error): "failed: \(error)"
        case .detached: "detached"
        case .destroyed: "destroyed"
        }
    }
}
