import Granary

/// Stacks that share the stores of the promise's stack.
extension ConformanceBench {
    /// Makes a stack that shares its stores with another one, by default with the promise's; it is not started.
    ///
    /// It attaches the promise's stores, unless others are named.
    func sharer(
        of stack: PersistentStack? = nil, _ configurations: [StoreConfiguration]? = nil,
        settings: StackSettings? = nil, strategy: any ContextStrategy = .direct
    ) throws -> PersistentStack {
        let sharer = PersistentStack(sharing: stack ?? self.stack, settings: settings, strategy: strategy)
        try sharer.attachPersistentStores(for: try configurations ?? self.configurations())
        return sharer
    }

    /// Runs a closure with the promise's stack and a started one that has the same stores.
    @discardableResult func sharing<R: Sendable>(
        settings: StackSettings? = nil, strategy: any ContextStrategy = .direct,
        _ body: @Sendable (_ here: PersistentStack, _ there: PersistentStack) async throws -> R
    ) async throws -> R {
        try await withStack(try sharer(settings: settings, strategy: strategy)) {
            try await body(stack, $0)
        }
    }

    /// The same with a second stack that has only the store of the reference models in common with the promise's, and
    /// one of its own for the other models; for promises about separate stores.
    @discardableResult func sharingReference<R: Sendable>(
        _ body: @Sendable (_ here: PersistentStack, _ there: PersistentStack) async throws -> R
    ) async throws -> R {
        let own = try own("Operations")
        let result = try await withStack(try sharer([configuration("Reference"), own])) {
            try await body(stack, $0)
        }
        try harness.backend.type.destroy(own)
        return result
    }

    /// The configuration of a store that no other stack has.
    ///
    /// Where stores have no places, the name of a configuration and the account say which store is meant.
    func own(_ name: String, of owner: String = "own") throws -> StoreConfiguration {
        var configuration = try configuration(name, at: owner)
        if try harness.backend.type.location(of: configuration) == nil { configuration.accountPlace = owner }
        return configuration
    }

    /// Whether all configurations are in one store.
    var isOneStore: Bool {
        get throws {
            let places = try configurations().map { try harness.backend.type.location(of: $0) }
            return !places.contains(nil) && Set(places).count == 1
        }
    }

    /// The open store that holds an entity in a stack.
    func store(of name: String, in stack: PersistentStack) throws -> any Store {
        let coordinator = try stack.coordinator()
        return coordinator.members[try coordinator.storeIndex(of: try entity(name))].store
    }

    /// Expects that stacks have the same open store of an entity.
    func expectOneStore(
        of name: String = "Tag", _ stacks: PersistentStack..., line: Int = #line, file: String = #fileID
    ) throws {
        let stores = try stacks.map { ObjectIdentifier(try store(of: name, in: $0)) }
        try expect(
            Set(stores).count == 1, "the store of \(name) is open several times", line: line, file: file)
    }

    /// Saves changes in a stack.
    @discardableResult func save<R: Sendable>(
        in stack: PersistentStack, _ options: ContextOptions? = nil,
        _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        try await stack.perform(options) { context in
            let result = try body(context)
            try context.save()
            return result
        }
    }
}

/// The next save of a sequence, which must come.
func toldSave<M: Model>(
    _ changes: inout SavedChanges<M>.Iterator, isolation: isolated (any Actor)? = #isolation
) async throws -> SavedChange<M> {
    try unwrap(try await changes.next(isolation: isolation), "the sequence ended")
}
