import Granary

extension ConformanceBench {
    /// Runs a closure on the main actor with a started stack that contains the library, in separate stores.
    func withLibrary(
        settings: StackSettings? = nil, strategy: any ContextStrategy = .direct,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) async throws {
        let stack = try anotherStack(at: "other", settings: settings, strategy: strategy)
        try await withStack(stack) { stack in
            let context = try stack.makeContext()
            try Library.insert(in: context)
            try context.save()
            try await body(stack)
        }
        try await stack.destroyPersistentStores()
    }
}

extension PersistentStack {
    /// Changes the weight of a tag, in a separate context.
    func weigh(_ word: String, _ weight: Int) throws {
        let context = try makeContext()
        try context.existing(Tag.self, word).weight = weight
        try context.save()
    }

    /// The weight of a tag in its store.
    func weight(_ word: String) throws -> Int? {
        let context = try makeContext()
        return try context.existing(Tag.self, word).weight
    }
}

extension Context {
    /// Waits until the main context has merged the saves of others, or until it is clear that it does not.
    @MainActor func followed() async {
        for _ in 0..<100 { await Task.yield() }
        while hasNews { await Task.yield() }
    }
}
