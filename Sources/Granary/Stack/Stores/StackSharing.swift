/// A stack among those that share their stores.
struct StackSharing: Sendable {
    /// The stores that these stacks have open.
    let stores: SharedStores
    /// What notifies this stack of saves, which is its identity among the others.
    let broadcaster: SaveBroadcaster

    /// Runs a closure while nobody else opens, closes or changes the stores at some places.
    ///
    /// - Throws: as ``SharedStores/claim(_:for:_:)``; errors of the closure.
    func claiming<R>(
        _ places: [StorePlace], _ cancellation: Cancellation? = nil, _ body: () throws -> R
    ) throws -> R {
        var claims = StoreClaims(self, cancellation)
        defer { claims.releaseAll() }
        try claims.claim(places)
        return try body()
    }

    /// Whether another stack has the store at a place, which is claimed.
    func othersHaveStore(at place: StorePlace) -> Bool {
        stores.store(at: place).map { !$0.sharers.areNone(besides: broadcaster) } ?? false
    }

    /// Gives up a store; if no other stack has it, closes it with a closure.
    ///
    /// `former` is the store that the stack had opened before at the same place, and still has; `present` are those that
    /// it has now.
    ///
    /// - Throws: errors of the closure.
    func leave(
        _ open: OpenStore, for former: OpenStore? = nil, besides present: [OpenStore] = [],
        _ close: () throws -> Void
    ) throws {
        let (shared, presence) = (open.shared, open.member.presence)
        let staysPresent =
            former?.member.presence == presence || present.contains { $0.member.presence == presence }
        try claiming([shared.place]) {
            defer { if let former { keep(former) } }
            // Others are notified of the stack's saves, and it of theirs, without a gap.
            if !staysPresent { shared.sharers.remove(broadcaster, presence) }
            // The stack may have opened the store again for more configurations; the former one is closed then.
            if stores.store(at: shared.place) === shared {
                shared.unfollow(presence)
                if othersHaveStore(at: shared.place) { return }
                stores.closed(shared)
            }
            try close()
        }
    }

    /// Makes a store that the stack has the one that others share at its place, which is claimed, unless they have another.
    private func keep(_ open: OpenStore) {
        if stores.store(at: open.shared.place) == nil { stores.opened(open.shared) }
        open.shared.sharers.add(broadcaster, open.member.presence)
    }

    /// Runs a closure that moves or destroys the stores of some configurations, while no other stack opens one there.
    ///
    /// The closure gets a function that claims their places until it ends, to be called as soon as no work uses the
    /// stores: work that it waits for may open one of them in another stack, which keeps it.
    ///
    /// - Throws: ``GranaryError/Code/locked`` where another stack has one open; ``GranaryError/Code/cancelled``; errors of
    ///   the closure.
    func whileAlone<R>(
        with configurations: [StoreConfiguration], _ registry: StoreRegistry, _ what: String,
        _ cancellation: Cancellation?, _ body: (_ claim: () throws -> Void) throws -> R
    ) throws -> R {
        let places = try configurations.map { try StorePlace(of: $0, registry) }
        func requireAlone() throws {
            for (configuration, place) in zip(configurations, places) where othersHaveStore(at: place) {
                throw SharedStore.refusal(
                    .locked, of: configuration,
                    "Another stack that shares its stores has the store of “\(configuration.name)” open, so it cannot be \(what); stop that stack or detach the store there first."
                )
            }
        }
        // Before work is waited for, or cancelled, in vain.
        try claiming(places, cancellation, requireAlone)
        var claims = StoreClaims(self, cancellation)
        defer { claims.releaseAll() }
        return try body {
            try claims.claim(places)
            try requireAlone()
        }
    }
}
