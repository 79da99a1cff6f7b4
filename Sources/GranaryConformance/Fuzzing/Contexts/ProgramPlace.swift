import Granary

/// A started stack of a program's models, in stores that nobody else has.
struct ProgramPlace: Sendable {
    let stack: PersistentStack
    private let backend: any StoreBackend.Type
    private let configurations: [StoreConfiguration]

    /// Opens the stores below a directory.
    init(_ program: ContextProgram, _ harness: ConformanceHarness, _ directory: String) async throws {
        let (models, topology) = (program.models, program.topology)
        let unique = directory.split(separator: "/").last ?? ""
        let configurations = try models.configurationNames(topology).map { name in
            let store = topology.store(of: name)
            // Where stores have no separate names, each has a separate place; a harness may know a directory by its last
            // name alone, as a server does.
            return try harness.placement(
                name, ConformancePlace(directory: "\(directory)/\(unique)-\(store)", store: store))
        }
        self.configurations = configurations
        backend = harness.backend.type
        stack = try PersistentStack(
            models.schema(topology), registry: StoreRegistry(backends: [harness.backend]),
            settings: harness.settings)
        try await stack.attachPersistentStores(for: configurations)
        try await stack.start()
    }

    /// Whether a store numbers its saves in their order.
    var isOrdered: Bool { backend.capabilities.contains(.orderedSaves) }

    /// Closes and destroys the stores.
    func tearDown() async throws {
        try await stack.close()
        for configuration in configurations { try backend.destroy(configuration) }
    }
}
