/// The configuration of a program without one: every configuration of the schema in a store of one type, at the
/// standard place.
public struct StandardConfigurationSource: ConfigurationSource {
    /// The type of the stores.
    public var type: StoreType
    /// Where they are.
    public var places: StandardPlaces

    /// Makes a source for stores of a type.
    public init(type: StoreType, places: StandardPlaces = StandardPlaces()) {
        self.type = type
        self.places = places
    }

    /// A store for each configuration of the schema.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``; as ``StandardPlaces/directory(for:named:)``.
    public func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration {
        let isKept = try request.registry.backend(for: type).capabilities.contains(.persistent)
        let stores = try (request.schema?.configurations ?? []).map { name in
            var store = StoreConfiguration(name: name, type: type)
            store.kind = isKept ? .durable : .memory
            return try store.placed(in: places, for: request.schema?.name ?? "", request.registry)
        }
        return StackConfiguration(stores: stores)
    }
}

extension ConfigurationSource where Self == StandardConfigurationSource {
    /// Every configuration in a store of a type, at the standard place.
    public static func standard(_ type: StoreType, places: StandardPlaces = StandardPlaces())
        -> StandardConfigurationSource
    {
        StandardConfigurationSource(type: type, places: places)
    }
}
