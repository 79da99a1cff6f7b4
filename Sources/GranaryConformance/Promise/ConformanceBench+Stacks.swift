import Granary

extension ConformanceBench {
    /// The schema of the kit's models as this promise spreads them.
    func schema() throws -> Schema { try ConformanceModels.schema(topology) }

    /// A registry that knows the backend alone.
    func registry() throws -> StoreRegistry { try StoreRegistry(backends: [harness.backend]) }

    /// A stack over stores of one's own choice, attached and not started.
    func stack(of configurations: [StoreConfiguration], schema: Schema? = nil) throws -> PersistentStack {
        let stack = try PersistentStack(
            schema ?? self.schema(), registry: registry(), settings: harness.settings)
        try stack.attachPersistentStores(for: configurations)
        return stack
    }

    /// The configurations with a change to each.
    func configurations(
        at name: String? = nil, changing change: (inout StoreConfiguration) -> Void
    ) throws -> [StoreConfiguration] {
        try configurations(at: name).map { configuration in
            var configuration = configuration
            change(&configuration)
            return configuration
        }
    }

    /// The configurations as they may stand in a file: a store without a place names none.
    func placedConfigurations(at name: String? = nil) throws -> [StoreConfiguration] {
        let isPersistent = harness.backend.type.capabilities.contains(.persistent)
        return try configurations(at: name) { if !isPersistent { $0.file = nil } }
    }

    /// How many books a stack finds.
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
