/// Moves the store of some configurations, which is not open, to another place.
struct StoreRelocation {
    /// The configurations whose objects the store holds, before the move.
    let before: [StoreConfiguration]
    /// The same with the new place.
    let after: [StoreConfiguration]
    private let backend: any MovingBackend.Type

    /// Plans to move the store of one of some configurations to another place, together with those that share it.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a backend that does not move stores;
    ///   ``GranaryError/Code/denied`` for a store that is read-only; ``GranaryError/Code/configuration`` for a place
    ///   that cannot be one.
    init(
        of name: String, to destination: StoreDestination, among configurations: [StoreConfiguration],
        _ schema: Schema, _ registry: StoreRegistry
    ) throws {
        let group = try StorePlacement(configurations, schema, registry).group(of: name)
        guard let first = group.first(where: { $0.name == name }) else { throw Self.nothing(name) }
        let type = try registry.backend(for: first.type)
        guard type.capabilities.contains(.moving), let backend = type as? any MovingBackend.Type else {
            throw GranaryError(
                .unsupported,
                "Stores of the type “\(first.type)” cannot be moved. Copy the objects of “\(name)” into another store, and detach this one."
            )
        }
        if first.isReadOnly {
            throw GranaryError(
                .denied, "The store of “\(name)” is configured read-only, so it cannot be moved.")
        }
        self.backend = backend
        before = group
        after = try group.map {
            try destination.applied(to: $0, of: name, type)
                .placed(in: StandardPlaces(), for: schema.name, registry)
        }
        try StackConfiguration(stores: after)
            .problems(
                attachingTo: schema, beside: configurations.filter { !group.contains($0) }, registry: registry
            ).throwAll()
        try requireFree(configurations.filter { !group.contains($0) }, registry)
    }

    private static func nothing(_ name: String) -> GranaryError {
        GranaryError(.notFound, "No store is attached for the configuration “\(name)”, so none can be moved.")
    }

    /// Throws if the new place is not one place, or is that of a store of others.
    private func requireFree(_ others: [StoreConfiguration], _ registry: StoreRegistry) throws {
        let places = Set(try after.map { Value.text(try backend.location(of: $0) ?? "") })
        guard let place = places.first, places.count == 1 else {
            throw GranaryError(
                .configuration,
                "The configurations \(before.map { "“\($0.name)”" }.joined(separator: ", ")) share a store, and the new place is not the same for all; name the file too."
            )
        }
        for other in others where other.type == backend.type {
            guard let taken = try backend.location(of: other), .text(taken) == place else { continue }
            throw GranaryError(
                .configuration,
                "The store of “\(other.name)” is at the new place, so nothing was moved. Name another place.")
        }
        guard backend.capabilities.contains(.files), let old = before.first, let new = after.first,
            let (from, to) = try backend.location(of: old).flatMap({ from in
                try backend.location(of: new).map { (from, $0) }
            }),
            PlaceCheck.fault(of: (new, to), beside: (old, from)) != nil
        else { return }
        throw GranaryError(
            .configuration,
            "The new place of the store of “\(old.name)” and the old one lie inside each other, so nothing was moved. Name another place."
        )
    }

    /// Whether the store is at the new place already.
    var isDone: Bool {
        get throws {
            guard let old = before.first, let new = after.first else { return true }
            return try backend.location(of: old) == backend.location(of: new)
        }
    }

    /// The outcome of moving a store.
    struct Outcome {
        /// Whether the store is at its new place.
        var hasLeft = false
        /// The failure, if there was one.
        var failure: (any Error)?
    }

    /// Moves the store; `record` is called when it is at its new place, before the old one is forgotten.
    ///
    /// If there is no store yet, there is nothing to move.
    func run(isCancelled: @escaping () -> Bool, record: ([StoreConfiguration]) throws -> Void) -> Outcome {
        guard let source = before.first, let target = after.first else { return Outcome() }
        var outcome = Outcome()
        do {
            if isCancelled() { throw Cancellation.error }
            let move = try backend.prepareMove(of: source, to: target)
            if let move { try leave(move, isCancelled) }
            outcome.hasLeft = true
            if let move { try backend.arrive(move) }
            try record(after)
            if let move { try backend.forget(move) }
        } catch {
            outcome.failure = error
        }
        return outcome
    }

    private func leave(_ move: StoreMove, _ isCancelled: @escaping () -> Bool) throws {
        do {
            if move.copy.configuration != move.source {
                try StoreComparison(backend: backend, isCancelled: isCancelled)
                    .require(move.copy.configuration, sameAs: move.source)
            }
            if isCancelled() { throw Cancellation.error }
            try backend.leave(move)
        } catch {
            // The rest of the copy is removed when a store is moved or opened there.
            try? backend.giveUp(move)
            throw error
        }
    }
}
