/// Where and how all models of a stack are stored: a store for each named configuration, and the stack's
/// settings.
///
/// It is a value; nothing is opened by making one. In code it is itself a ``ConfigurationSource``.
public struct StackConfiguration: Sendable, Hashable {
    /// The directory of every store that names none itself; `nil` for the current directory.
    public let location: String?
    /// The stores, each with its location filled in, in the order they were given.
    public let stores: [StoreConfiguration]
    /// What holds for the stack as a whole.
    public let settings: StackSettings

    /// Makes a configuration; stores without a location of their own get `location`.
    public init(
        location: String? = nil, stores: [StoreConfiguration], settings: StackSettings = StackSettings()
    ) {
        self.location = location
        self.stores = stores.map { store in
            var store = store
            store.location = store.location ?? location
            return store
        }
        self.settings = settings
    }

    /// The store of a named configuration, if there is one.
    public func store(for configuration: String) -> StoreConfiguration? {
        stores.first { $0.name == configuration }
    }
}

extension StackSettings {
    /// The numbers of threads that a configuration may ask for.
    package static let allowedWorkers = 1...1_024
}
