/// Where and how the models of one named configuration are stored.
public struct StoreConfiguration: Sendable, Hashable {
    /// The name of the configuration, as models and schema use it.
    public var name: String
    /// The type of store.
    public var type: StoreType
    /// The directory that relative files are in; `nil` for the current directory.
    public var location: String?
    /// The file, when it is not the default `<name>.<type>` in lower case.
    public var file: String?
    /// Whether nothing may be written.
    public var isReadOnly = false
    /// What happens when the store is incompatible with the schema.
    public var onIncompatible: IncompatibleStorePolicy = .refuse
    /// The backend's own options.
    public var options: StoreOptions

    /// Makes a configuration.
    public init(
        name: String, type: StoreType, location: String? = nil, file: String? = nil,
        options: StoreOptions = StoreOptions()
    ) {
        self.name = name
        self.type = type
        self.location = location
        self.file = file
        self.options = options
    }
}

/// What happens to a store that holds other models than the schema.
public enum IncompatibleStorePolicy: String, Sendable, Hashable, CaseIterable {
    /// Opening fails and nothing is touched.
    case refuse
    /// The old files are moved aside, with the time in their names, and a new store is created.
    case moveAside
    /// The old files are deleted and a new store is created.
    case delete
}
