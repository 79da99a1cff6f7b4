extension PersistentStack {
    /// Asks each attached store for a row and reports its answer, for the health check of a service.
    ///
    /// ``isReady`` and ``status`` ask no store: they know of a server that has gone once a use of it has failed. This asks
    /// the stores, all at the same time, and the status then shows what it has found. It needs a thread and a session of
    /// each, so a store whose sessions are all in use does not answer either. A store whose file or directory was removed,
    /// moved or replaced since it was opened is not healthy, although it could still answer.
    ///
    /// The stores of a stack that rests are not asked, and it does not open them for this.
    ///
    /// - Parameter limit: the time after which a store counts as not answering.
    /// - Returns: the answers, or the reason for a store that is not open or did not answer. It takes no longer than
    ///   the limit. When the task is cancelled, it returns with the answers so far.
    public nonisolated(nonsending) func health(within limit: Duration = .seconds(5)) async -> StackHealth {
        let (status, names) = (status, Set(attachedStores.map(\.name)))
        let attached = status.stores.filter { names.contains($0.name) }
        if let health = healthAtRest { return health }
        var answers: [String: HealthCheck.Answer?] = [:]
        if let open = state.openStores {
            let check = HealthCheck(state: state, time: open.time, limit: limit, clock: clock)
            answers = await check.answers(ofStoresOf: attached.map(\.name), schema, in: open)
        }
        stores.reach.note(answers)
        // It has gone to rest before it was asked.
        if let health = healthAtRest { return health }
        let found = attached.map { store -> StoreHealth in
            let answer = answers[store.name].map { $0 ?? .failed(Self.isSilent(store, limit)) }
            switch answer ?? .failed(Self.isNotOpen(store)) {
            case .answered(let time):
                return StoreHealth(name: store.name, type: store.type, answerTime: time, error: nil)
            case .failed(let error), .lost(let error):
                return StoreHealth(name: store.name, type: store.type, answerTime: nil, error: error)
            }
        }
        return StackHealth(phase: status.phase, stores: found)
    }

    /// The answer of a stack that rests; `nil` for one that does not.
    private var healthAtRest: StackHealth? {
        let status = status
        guard state.isAtRest, status.phase != .suspended else { return nil }
        let stores = attachedStores.map { configuration -> StoreHealth in
            var failure: GranaryError?
            if case .failed(let error) = status.store(configuration.name)?.state { failure = error }
            return StoreHealth(
                name: configuration.name, type: configuration.type, answerTime: nil, error: failure)
        }
        return StackHealth(phase: .resting, stores: stores)
    }

    private static func isSilent(_ store: StoreStatus, _ limit: Duration) -> GranaryError {
        GranaryError(
            .timeout,
            "The store “\(store.name)” did not answer within \(limit). See whether its server can be reached, and whether all of its sessions are in use."
        )
    }

    private static func isNotOpen(_ store: StoreStatus) -> GranaryError {
        if case .failed(let error) = store.state { return error }
        return GranaryError(
            .closed, "The store “\(store.name)” is not open: it is \(store.state). Start the stack.")
    }
}
