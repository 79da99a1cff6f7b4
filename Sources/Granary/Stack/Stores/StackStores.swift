internal import Logging
internal import Synchronization

/// The open stores of a stack: one caller at a time exchanges them, and records its progress in the ``StackState``.
///
/// All functions block while stores are opened, while work that uses them ends, and while another caller changes them.
final class StackStores: Sendable {
    let state: StackState
    let schema: Schema
    let registry: StoreRegistry
    let sharing: StackSharing
    /// Decides when a stack that nobody uses rests.
    let rest: StackRest
    /// Has those that work with the stores, but are no users of the stack, leave before they close.
    let tenancy = StackTenancy()
    /// Says whether the stores still belong to the owner of the stack.
    let ownership = StoreOwnership()
    /// Keeps the status in step with servers that go and come.
    let reach: StoreReach
    let unattended: UnattendedErrors
    private let observer: OperationObserver?
    /// Logs what was done with each store.
    private let logger: Logger
    let makeCoordinator: @Sendable (OpenedStores) -> StoreCoordinator
    /// Held for the whole change: changes are rare, and half of one must never be visible.
    private let open: Mutex<[OpenStore]> = Mutex([])
    /// The thread that changes them.
    private let changer: Mutex<ThreadIdentity?> = Mutex(nil)
    /// The last ended presences, by the identifiers of their stores that have not been opened again.
    private let ended: Mutex<[String: StorePresence]> = Mutex([:])

    /// Begins without open stores.
    init(
        _ state: StackState, _ schema: Schema, _ registry: StoreRegistry, _ sharing: StackSharing,
        _ rest: StackRest, _ reach: StoreReach, _ observer: OperationObserver?, _ logger: Logger,
        _ unattended: UnattendedErrors,
        makeCoordinator: @escaping @Sendable (OpenedStores) -> StoreCoordinator
    ) {
        self.state = state
        self.sharing = sharing
        self.rest = rest
        self.reach = reach
        self.schema = schema
        self.registry = registry
        self.observer = observer
        self.logger = logger
        self.unattended = unattended
        self.makeCoordinator = makeCoordinator
    }

    /// Runs a change, one at a time.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` from inside of work that uses stores, and from inside of a change;
    ///   any error from the body.
    func change(_ body: (inout [OpenStore]) throws -> Void) throws {
        if changer.withLock({ $0?.isCurrent ?? false }) {
            throw GranaryError(
                .invalidObject,
                "A change of the stores of the stack “\(schema.name)” is under way, and what it calls, such as the code of a migration or what records the place of a moved store, cannot begin another one. Do that when the change has ended."
            )
        }
        try state.holds.requireNoUseByThisThread()
        try open.withLock { open in
            changer.withLock { $0 = ThreadIdentity() }
            defer { changer.withLock { $0 = nil } }
            try body(&open)
        }
    }

    // MARK: Attaching and detaching

    /// Attaches configurations and, in a started stack, opens their stores: all of them, or none; a stack that rests is
    /// opened first.
    func attach(
        _ added: [StoreConfiguration], isValidated: Bool = false, _ cancellation: Cancellation? = nil
    ) throws {
        try change { open in
            try state.requireAlive()
            let present = state.configurations
            if !isValidated {
                try StackConfiguration(stores: added)
                    .problems(attachingTo: schema, beside: present, registry: registry).throwAll()
            }
            do {
                if state.isAtRest { try openAll(&open, cancellation) }
                try adopt(present + added, .wait, &open, cancellation)
            } catch {
                state.setStatus(.detached, for: added, keepsFailures: true)
                // A store that would have been shared was opening for these too. Those of a stack whose
                // stores could not be opened again have reported their state.
                if !state.isAtRest {
                    state.setStatus(state.life == .started ? .started : .attached, for: present)
                }
                throw error
            }
        }
    }

    /// Detaches configurations and closes their stores, all or none.
    func detach(_ names: [String], _ running: RunningWork, _ cancellation: Cancellation? = nil) throws {
        try change { open in
            try state.requireAlive()
            try requireAttached(names, to: "detached")
            try adopt(
                state.configurations.filter { !names.contains($0.name) }, running, &open, cancellation)
        }
    }

    /// Throws unless configurations of some names are attached.
    func requireAttached(_ names: [String], to what: String) throws {
        for name in names where !state.configurations.contains(where: { $0.name == name }) {
            throw GranaryError(
                .notFound, "No store is attached for the configuration “\(name)”, so none can be \(what).")
        }
    }

    /// Makes these the attached configurations, and opens exactly their stores if the stack is started; while it rests,
    /// they are among those that were attached, and none is opened.
    ///
    /// `whenUnused` is called when no work uses the stores that are no longer wanted; if it throws, nothing changes.
    private func adopt(
        _ wanted: [StoreConfiguration], _ running: RunningWork, _ open: inout [OpenStore],
        _ cancellation: Cancellation?, others: StoreStatus.State = .detached,
        whenUnused: () throws -> Void = {}
    ) throws {
        if state.life != .started { try whenUnused() }
        if state.life == .started {
            let obsolete = try exchange(&open, wanted, running, cancellation, whenUnused)
            state.attach(wanted, others: others)
            state.setStatus(.started, for: wanted)
            try closeAll(obsolete, besides: open)
        } else if state.isAtRest {
            let kept = try openStores(keeping: { wanted.contains($0) }, of: open)
            open = kept.stores
            state.keep(makeCoordinator(kept))
            state.attach(wanted, others: others)
            try closeAll(kept.obsolete, besides: open)
        } else {
            state.attach(wanted, others: others)
        }
    }

    /// Opens the stores of configurations and offers them, waits for the end of work in those that are no longer
    /// wanted, and returns these; if one cannot be opened, or is in use for too long, nothing changes.
    private func exchange(
        _ open: inout [OpenStore], _ wanted: [StoreConfiguration], _ running: RunningWork,
        _ cancellation: Cancellation?, _ whenUnused: () throws -> Void
    ) throws -> [OpenStore] {
        let last = try state.coordinator()
        let placement = try StorePlacement(wanted, schema, registry)
        var opened = try openStores(placement, reusing: open, cancellation)
        offer(opened)
        do {
            try wait(forUsersOf: opened.obsolete, running, cancellation)
            try whenUnused()
        } catch {
            state.offer(last)
            // Until now they counted as gone, so their saves had no notices.
            for store in open { watcher(of: store)?.tell() }
            // Work that has begun with the new stores ends with them.
            try? wait(forUsersOf: opened.added, .wait, nil)
            placement.restore(opened, to: open, sharing, observer, wereOffered: true)
            throw error
        }
        opened.dropSafeguards()
        open = opened.stores
        return opened.obsolete
    }

    /// Opens the stores of a placement that are not open yet.
    ///
    /// Those that were closed only for this change, like the open ones, keep their presence.
    func openStores(
        _ placement: StorePlacement, reusing open: [OpenStore], following closed: [OpenStore] = [],
        _ cancellation: Cancellation?
    ) throws -> OpenedStores {
        let state = state
        return try placement.open(
            reusing: open, following: closed,
            StorePlacement.Report(
                sharing: sharing, observer: observer, logger: logger, cancellation: cancellation,
                setStatus: { state.setStatus($0, for: $1) },
                progress: { state.record($0, for: $1) }))
    }

    /// Offers open stores to all work that begins later.
    func offer(_ opened: OpenedStores) {
        let coordinator = makeCoordinator(opened)
        rest.noteUse()
        state.offer(coordinator)
        for store in opened.added {
            readAgain(store, in: coordinator)
            for remark in (store.member.store as? any RemarkedStore)?.remarks ?? [] {
                unattended.report(remark, during: .opening, remark.message)
            }
            watch(store)
        }
    }

    /// Makes contexts reload their objects of a store that was closed in between.
    ///
    /// Others may have changed it. Live queries compare the presences.
    private func readAgain(_ store: OpenStore, in coordinator: StoreCoordinator) {
        let presence = store.member.presence
        let former = ended.withLock { $0.removeValue(forKey: store.member.store.identity.id) }
        guard let former, former != presence else { return }
        let concerned = schema.entities.filter { coordinator.presences[$0.index] == presence }
        coordinator.broadcaster.postToContexts(
            SaveNotice(parts: concerned.map { SaveNotice.Part(whole: $0.index) }, in: coordinator.presences))
    }

    /// Notifies contexts of the saves of others in a store; `nil` if its configuration does not ask for it.
    private func watcher(of store: OpenStore) -> ForeignSaves? {
        guard store.configurations.contains(where: \.followsOthers) else { return nil }
        return ForeignSaves(state, reach, unattended, store.member)
    }

    /// Begins to follow the saves of others in a store that was opened; the store can also be used without this.
    private func watch(_ opened: OpenStore) {
        guard let watcher = watcher(of: opened), opened.member.store is any WatchedStore else { return }
        do {
            try opened.shared.follow(watcher)
            // Saves between the opening and the beginning of the watch had no notice.
            watcher.tell()
        } catch {
            unattended.report(
                error, during: .watching, "A store cannot be watched; what others save in it is not noticed.")
        }
    }

    // MARK: Starting and stopping

    /// Opens the store of every attached configuration.
    func start(_ cancellation: Cancellation? = nil) throws {
        // Without a lock, so that running work can call it too.
        if state.life == .started { return }
        try change { open in try openAll(&open, cancellation) }
    }

    /// Opens the stores of a stack that is stopped or rests; after an error it is what it was.
    func openAll(_ open: inout [OpenStore], _ cancellation: Cancellation?) throws {
        let life = state.life
        if life == .started { return }
        try state.requireAlive()
        let wanted = state.configurations
        state.enter(life == .resting ? .waking : .starting)
        do {
            try requireOwned()
            let placement = try StorePlacement(wanted, schema, registry)
            var opened = try openStores(placement, reusing: open, cancellation)
            opened.dropSafeguards()
            try requireOwned(opened, placement, besides: open)
            open = opened.stores
            offer(opened)
            state.setStatus(.started, for: wanted)
            rest.begin(self)
        } catch {
            let stay = Set(open.flatMap(\.configurations))
            state.setStatus(.attached, for: wanted.filter { !stay.contains($0) }, keepsFailures: true)
            state.enter(life)
            throw error
        }
    }

    /// Throws unless the stores still belong to the owner of the stack; before anything is opened, moved or
    /// destroyed.
    ///
    /// - Throws: ``GranaryError/Code/closed``; errors of finding that out.
    func requireOwned() throws { if try !ownership.holds() { throw state.isClosed } }

    /// The same once stores are open, since they may have been taken away in between; closes them otherwise.
    private func requireOwned(
        _ opened: OpenedStores, _ placement: StorePlacement, besides present: [OpenStore]
    ) throws {
        do { try requireOwned() } catch let refusal {
            if ownership.endsWithStores {
                // Where they were erased, those that were made anew are nobody's.
                placement.restore(opened, to: present, sharing, observer)
            } else {
                do { try closeAll(opened.added, besides: present) } catch {
                    unattended.report(
                        error, during: .closing, "A store that is another one's by now could not be closed.")
                }
            }
            throw refusal
        }
    }

    /// Closes every store as soon as none is in use.
    func stop(_ running: RunningWork, _ cancellation: Cancellation? = nil) throws {
        try change { open in
            if state.life == .destroyed { throw state.isDestroyed }
            try closeStores(running, &open, cancellation)
        }
    }

    /// Closes every store of a stack that is closed for good; does nothing if it has no open store.
    func closeForGood() throws {
        rest.end()
        try change { open in try closeStores(.wait, &open, nil) }
    }

    /// Closes some open stores, which are all that the stack has, and stops it.
    ///
    /// `whenUnused` is called when no work uses them; if it throws, they stay open.
    func closeStores(
        _ running: RunningWork, _ open: inout [OpenStore], _ cancellation: Cancellation?,
        whenUnused: () throws -> Void = {}
    ) throws {
        let life = state.life
        if open.isEmpty, life != .started, life != .resting { return try whenUnused() }
        state.enter(.stopping)
        do {
            try wait(forUsersOf: open, running, cancellation)
            try whenUnused()
        } catch {
            state.enter(life)
            throw error
        }
        rest.end()
        let stores = open
        open = []
        state.offerNothing()
        state.setStatus(.attached, for: state.configurations)
        try closeAll(stores)
    }

    /// Closes some stores; after all have been closed, throws the error of the first that failed to close.
    ///
    /// `present` are the stores that the stack has now. The errors of the other stores are reported as unattended.
    func closeAll(_ stores: [OpenStore], besides present: [OpenStore] = []) throws {
        var problem: (any Error)?
        for store in stores {
            ended.withLock { $0[store.member.store.identity.id] = store.member.presence }
            do {
                try sharing.leave(store, besides: present) { try store.close(observer) }
            } catch  where problem == nil {
                problem = error
            } catch {
                unattended.report(error, during: .closing, "Another store could not be closed either.")
            }
        }
        if let problem { throw problem }
    }

    // MARK: Destroying

    /// Stops the stack and destroys every attached store; the configurations stay attached.
    ///
    /// With `isEnd` the stack ends with its stores, before a waiting task can start it again.
    func destroyAll(
        _ running: RunningWork, isEnd: Bool = false, _ cancellation: Cancellation? = nil
    ) throws {
        try change { open in
            if state.life == .destroyed { try state.requireAlive() }
            try requireOwned()
            let doomed = state.configurations
            try sharing.whileAlone(with: doomed, registry, "destroyed", cancellation) { claim in
                try closeStores(running, &open, cancellation, whenUnused: claim)
                try destroy(doomed)
            }
            if isEnd { state.enter(.destroyed) }
        }
    }

    /// Detaches configurations and destroys their stores.
    func destroy(_ names: [String], _ running: RunningWork, _ cancellation: Cancellation? = nil) throws {
        try change { open in
            try state.requireAlive()
            try requireAttached(names, to: "destroyed")
            try requireOwned()
            let (doomed, kept) = (
                state.configurations.filter { names.contains($0.name) },
                state.configurations.filter { !names.contains($0.name) }
            )
            try StorePlacement(state.configurations, schema, registry).requireApart(doomed)
            try sharing.whileAlone(with: doomed, registry, "destroyed", cancellation) { claim in
                try adopt(kept, running, &open, cancellation, whenUnused: claim)
                try destroy(doomed)
            }
        }
    }

    /// Destroys stores that are not open.
    func destroy(_ configurations: [StoreConfiguration]) throws {
        for configuration in configurations {
            try registry.backend(for: configuration.type).destroy(configuration)
            state.setStatus(.destroyed, for: [configuration])
        }
    }

    // MARK: Work that uses stores

    /// Waits until no work uses some stores any more, or the whole stack if these are all its stores.
    ///
    /// - Throws: ``GranaryError/Code/timeout``; ``GranaryError/Code/cancelled``; ``GranaryError/Code/invalidObject``
    ///   when the calling thread uses them itself.
    func wait(forUsersOf stores: [OpenStore], _ running: RunningWork, _ cancellation: Cancellation?)
        throws
    {
        if stores.isEmpty { return }
        let concerned = Set(stores.map { ObjectIdentifier($0.member.store) })
        func isConcerned(_ store: any Store) -> Bool { concerned.contains(ObjectIdentifier(store)) }
        try wait(running, cancellation, isConcerned)
        // The stores are to be closed at once; sessions of idle contexts would delay that.
        state.holds.endIdleSessions(with: isConcerned)
    }

    /// Waits until no work uses any store; idle contexts keep their snapshots.
    func waitForUsers(_ running: RunningWork, _ cancellation: Cancellation?) throws {
        try wait(running, cancellation) { _ in true }
    }

    private func wait(
        _ running: RunningWork, _ cancellation: Cancellation?, _ isConcerned: (any Store) -> Bool
    ) throws {
        let holds = state.holds
        try cancellation?.add { holds.wake() }
        if running.isCancelled { holds.cancelUsers(of: isConcerned) }
        let isFree = try holds.wait(forUsersOf: isConcerned, until: running.deadline) {
            Self.isCancelled(cancellation)
        }
        if isFree { return }
        try cancellation?.check()
        throw GranaryError(
            .timeout,
            "Work that uses the stores did not end in the time allowed, so they stay open. Allow more time, or cancel it."
        )
    }

    /// Whether a change is cancelled.
    static func isCancelled(_ cancellation: Cancellation?) -> Bool {
        guard let cancellation else { return false }
        return (try? cancellation.check()) == nil
    }
}
