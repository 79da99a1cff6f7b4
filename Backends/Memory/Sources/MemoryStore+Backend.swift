public import GranaryStore

extension MemoryStore: StoreBackend {
    /// `memory`.
    public static var type: StoreType { .memory }

    /// Everything that needs no file and no second process.
    public static var capabilities: Capabilities {
        [
            .snapshots, .concurrentSessions, .referenceChecks, .indexes, .interruption, .staging,
            .orderedSaves,
            .longIndexedValues,
        ]
    }

    /// The limits of another engine to keep as well.
    public static var options: [StoreOption] { [KeptLimits.option] }

    /// None: two configurations never share a store in memory.
    public static func location(of configuration: StoreConfiguration) -> String? { nil }

    /// The same: each stack has its own stores in memory.
    public static func configuration(
        _ configuration: StoreConfiguration, inPlace place: String
    ) -> StoreConfiguration { configuration }

    /// Makes an empty store.
    public static func open(_ request: StoreOpenRequest) -> any Store { MemoryStore(request) }

    /// Does nothing, since nothing is left of a store in memory once it is closed.
    public static func destroy(_ configuration: StoreConfiguration) {}
}
