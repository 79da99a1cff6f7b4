/// The place of a store: no two stores of one type are at the same.
struct StorePlace: Hashable, Comparable {
    /// By bytes, as places are distinguished.
    private let bytes: [UInt8]

    /// The place of the store of a configuration.
    ///
    /// Stores without a location, such as those in memory, are at one place under one configuration's name; each account's
    /// store has its own place.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``; errors of the backend for a configuration without a place.
    init(of configuration: StoreConfiguration, _ registry: StoreRegistry) throws {
        let location = try registry.backend(for: configuration.type).location(of: configuration)
        let name = [configuration.name, configuration.accountPlace ?? ""].joined(separator: "\u{0}")
        bytes = Array("\(configuration.type) \(location ?? "\u{0}" + name)".utf8)
    }

    static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
