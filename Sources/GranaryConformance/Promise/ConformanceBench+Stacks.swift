import Granary

extension ConformanceBench {
    /// The schema of the kit's models in the topology of this promise.
    func schema() throws -> Schema { try ConformanceModels.schema(topology) }

    /// A registry of this backend only.
    func registry() throws -> StoreRegistry { try StoreRegistry(backends: [harness.backend]) }

    /// Makes a stack of given stores, attached but not started.
    func stack(
        of configurations: [StoreConfiguration], schema: Schema? = nil, telemetry: Telemetry = Telemetry()
    ) throws -> PersistentStack {
        let stack = try PersistentStack(
            schema ?? self.schema(), registry: registry(), settings: harness.settings, telemetry: telemetry)
        try stack.attachPersistentStores(for: configurations)
        return stack
    }

    /// The configurations, each changed by a closure.
    func configurations(
        at name: String? = nil, changing change: (inout StoreConfiguration) -> Void
    ) throws -> [StoreConfiguration] {
        try configurations(at: name).map { configuration in
            var configuration = configuration
            change(&configuration)
            return configuration
        }
    }

    /// The configurations as a file can have them: without a location for a store that has no place.
    func placedConfigurations(at name: String? = nil) throws -> [StoreConfiguration] {
        let isPersistent = harness.backend.type.capabilities.contains(.persistent)
        return try configurations(at: name) { if !isPersistent { $0.file = nil } }
    }

    /// The number of books in a stack.
    func books(in stack: PersistentStack) async throws -> Int {
        try await stack.perform { try $0.count(Book.all) }
    }

    /// Saves one tag in a stack.
    func saveTag(_ word: String, in stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.insert(Tag(word: word))
            try context.save()
        }
    }

    /// The words of the tags in a stack.
    func words(in stack: PersistentStack) async throws -> [String] {
        try await stack.perform { try $0.fetch(Tag.all).map(\.word) }
    }
}
