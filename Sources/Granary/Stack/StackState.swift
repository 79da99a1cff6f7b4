/// The state of a stack: its phase, its suspensions, and the status of each store.
///
/// Reading it never waits for a store.
///
/// | From | To | By |
/// |---|---|---|
/// | stopped | starting | `start` |
/// | starting | started, or stopped when a store cannot be opened | |
/// | started | stopping | `stop`, `destroy` |
/// | stopping | stopped, or what it was when work does not end in time | |
/// | started | resting | `rest` |
/// | resting | waking | the next use, `start` |
/// | waking | started, or resting when a store cannot be opened | |
/// | resting | stopping | `stop`, `destroy` |
/// | any but closed and destroyed | closing, then closed | `close` |
/// | stopped | destroyed | `destroy` |
///
/// A started stack is suspended while it has more suspensions than resumptions, and so is a resting one.
final class StackState: Sendable {
    enum Life { case stopped, starting, started, stopping, resting, waking, closing, closed, destroyed }

    /// What work does that is about to begin.
    enum Admission {
        /// It begins.
        case begins
        /// It waits for another version of the state.
        case waits(version: Int)
        /// It opens the stores, since the stack rests.
        case wakes
    }

    /// A suspension of new work.
    struct Suspension {
        fileprivate let number: Int
        fileprivate let letsReadsThrough: Bool
    }

    private struct Contents {
        var life = Life.stopped
        /// The attached configurations, in the order of attaching.
        var configurations: [StoreConfiguration] = []
        /// The status of each store by its configuration's name.
        var stores: [StoreStatus] = []
        /// The suspensions in effect.
        var suspensions: [Suspension] = []
        /// The number of suspensions so far.
        var suspensionCount = 0
        /// Whether a store is being moved to another place: everything waits.
        var isMoving = false
        /// The open stores.
        var coordinator: StoreCoordinator?
        /// Whether these are only those that stay open while the stack rests.
        var isPartial = false
        /// The opening that the uses of the resting stack wait for.
        var wakeUp: WakeUp?

        /// Whether the stack has been sent to rest, and its stores are not all open again.
        var isAtRest: Bool { life == .resting || life == .waking }

        /// Whether suspensions keep work waiting.
        func isSuspended(forWriting writing: Bool) -> Bool {
            isMoving || (writing ? !suspensions.isEmpty : !suspensions.allSatisfy(\.letsReadsThrough))
        }
        /// The number of changes so far.
        var version = 0
    }

    /// The offer to contexts, and their holds.
    let holds: StoreHolds
    private let name: String
    private let contents = WatchedState(Contents())
    private let onChange: @Sendable () -> Void

    /// Makes the state of a stopped stack without stores; `onChange` is called after each change.
    ///
    /// Its holds note when a use ends, if that is asked for.
    init(name: String, noting lastUse: LastUse?, onChange: @escaping @Sendable () -> Void) {
        self.name = name
        self.onChange = onChange
        holds = StoreHolds(.refused(Self.isStopped(name)), noting: lastUse)
    }

    // MARK: Reading

    /// The attached configurations, in the order of attaching.
    var configurations: [StoreConfiguration] { contents.withLock { $0.configurations } }

    /// The stack's phase, without suspensions.
    var life: Life { contents.withLock { $0.life } }

    /// The status, and a number that increases with each change.
    var versionedStatus: (StackStatus, Int) {
        contents.withLock { contents in
            let isSuspended = Self.phase(contents) == .suspended
            var stores = contents.stores
            for index in stores.indices {
                let member = contents.coordinator?.member(ofConfiguration: stores[index].name)
                stores[index].isOfNewerVersion = member?.isOfNewerVersion ?? false
                stores[index].isNew = member?.isNew ?? false
            }
            if isSuspended {
                for index in stores.indices {
                    if case .started = stores[index].state { stores[index].state = .suspended }
                }
            }
            return (StackStatus(phase: Self.phase(contents), stores: stores), contents.version)
        }
    }

    private static func phase(_ contents: Contents) -> StackStatus.Phase {
        let isSuspended = contents.isSuspended(forWriting: true)
        return switch contents.life {
        case .stopped: .stopped
        case .starting: .starting
        case .started: isSuspended ? .suspended : .started
        case .resting: isSuspended ? .suspended : .resting
        case .waking: isSuspended ? .suspended : .starting
        case .stopping, .closing: .stopping
        case .closed: .closed
        case .destroyed: .destroyed
        }
    }

    /// Throws if the stack is closed or destroyed.
    func requireAlive() throws {
        switch life {
        case .closing, .closed: throw isClosed
        case .destroyed: throw isDestroyed
        default: return
        }
    }

    /// Whether the stack has been sent to rest, and its stores are not all open again.
    var isAtRest: Bool { contents.withLock { $0.isAtRest } }

    /// Whether the stack is started, even if it is suspended or at rest.
    var isStarted: Bool { contents.withLock { $0.life == .started || $0.isAtRest } }

    /// The open stores, in any phase; `nil` without any.
    ///
    /// While the stack rests, these are the ones that stay open.
    var openStores: StoreCoordinator? { contents.withLock { $0.coordinator } }

    /// The open stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` or ``GranaryError/Code/destroyed`` if no stores are open;
    ///   ``GranaryError/Code/suspended`` while the stack rests.
    func coordinator() throws -> StoreCoordinator {
        try contents.withLock { contents in
            guard let coordinator = contents.coordinator, contents.life == .started else {
                throw refusal(contents)
            }
            return coordinator
        }
    }

    // MARK: Changing

    private func change<R>(_ body: (inout Contents) throws -> R) rethrows -> R {
        let result = try contents.change { contents in
            let result = try body(&contents)
            contents.version += 1
            holds.offer(offer(contents))
            return result
        }
        onChange()
        return result
    }

    /// Changes to another phase, unless the stack is closed or destroyed.
    func enter(_ life: Life) {
        change { contents in
            switch contents.life {
            case .closed, .destroyed: break
            case .closing: if life == .closed || life == .destroyed { contents.life = life }
            default: contents.life = life
            }
        }
    }

    /// Offers other open stores to all later operations; a starting stack is then started.
    func offer(_ coordinator: StoreCoordinator) {
        change { contents in
            (contents.coordinator, contents.isPartial) = (coordinator, false)
            if contents.life == .starting || contents.life == .waking { contents.life = .started }
        }
    }

    /// Stops offering stores; a stopping stack is then stopped.
    func offerNothing() {
        change { contents in
            (contents.coordinator, contents.isPartial) = (nil, false)
            if contents.life == .stopping { contents.life = .stopped }
        }
    }

    /// Sets the attached configurations; those that are no longer attached get the status `others`.
    func attach(_ configurations: [StoreConfiguration], others: StoreStatus.State = .detached) {
        change { contents in
            let names = Set(configurations.map(\.name))
            let past = contents.stores.filter { !names.contains($0.name) }
            let left = Set(contents.configurations.map(\.name)).subtracting(names)
            contents.stores =
                configurations.map { configuration in
                    let known = contents.stores.first {
                        $0.name == configuration.name && contents.configurations.contains(configuration)
                    }
                    return known
                        ?? StoreStatus(name: configuration.name, type: configuration.type, state: .attached)
                }
                + past.map {
                    left.contains($0.name) ? StoreStatus(name: $0.name, type: $0.type, state: others) : $0
                }
            contents.configurations = configurations
        }
    }

    /// Sets the status of the stores of some configurations; with `keepsFailures`, a failed store keeps its status.
    func setStatus(
        _ state: StoreStatus.State, for configurations: [StoreConfiguration], keepsFailures: Bool = false
    ) {
        change { contents in
            for configuration in configurations {
                let status = StoreStatus(name: configuration.name, type: configuration.type, state: state)
                if let index = contents.stores.firstIndex(where: { $0.name == configuration.name }) {
                    if keepsFailures, case .failed = contents.stores[index].state { continue }
                    contents.stores[index] = status
                } else {
                    contents.stores.append(status)
                }
            }
        }
    }

    /// Records the progress of the migration of the store of some configurations.
    func record(_ progress: MigrationProgress, for configurations: [StoreConfiguration]) {
        change { contents in
            for index in contents.stores.indices
            where configurations.contains(where: { $0.name == contents.stores[index].name }) {
                contents.stores[index].migration = progress
            }
        }
    }

    /// Notes which stores have been found to be out of reach, and which have answered, by the names of their
    /// configurations; returns the statuses that this has changed.
    ///
    /// Only readers of the status are notified: the stores stay open, and what they offer is the same.
    func note(unreachable lost: [String: GranaryError], answered: Set<String>) -> [StoreStatus] {
        contents.change { contents in
            var changed: [StoreStatus] = []
            for index in contents.stores.indices {
                let name = contents.stores[index].name
                switch contents.stores[index].state {
                case .started:
                    guard let error = lost[name] else { continue }
                    contents.stores[index].state = .unreachable(error)
                case .unreachable where answered.contains(name): contents.stores[index].state = .started
                default: continue
                }
                changed.append(contents.stores[index])
            }
            if !changed.isEmpty { contents.version += 1 }
            return changed
        }
    }

    /// Adds a suspension: new work then waits, or only reads.
    func suspend(lettingReadsThrough: Bool) throws -> Suspension {
        try change { contents in
            guard contents.life == .started || contents.isAtRest else { throw refusal(contents) }
            contents.suspensionCount += 1
            let suspension = Suspension(
                number: contents.suspensionCount, letsReadsThrough: lettingReadsThrough)
            contents.suspensions.append(suspension)
            return suspension
        }
    }

    /// Ends one suspension, if it is still in effect.
    func resume(_ suspension: Suspension) {
        change { contents in contents.suspensions.removeAll { $0.number == suspension.number } }
    }

    /// Ends the last suspension.
    func resume() { change { _ = $0.suspensions.popLast() } }

    /// Makes everything wait while the store of some configurations is moved to another place.
    func whileMoving(_ configurations: [StoreConfiguration], _ body: () throws -> Void) throws {
        change { $0.isMoving = true }
        setStatus(.moving, for: configurations)
        defer { change { $0.isMoving = false } }
        do {
            try body()
        } catch {
            // It was not even closed if the wait for it failed.
            endMoving(configurations)
            throw error
        }
    }

    /// Ends the moving in the status of some configurations.
    private func endMoving(_ configurations: [StoreConfiguration]) {
        change { contents in
            for index in contents.stores.indices
            where configurations.contains(where: { $0.name == contents.stores[index].name }) {
                guard case .moving = contents.stores[index].state else { continue }
                contents.stores[index].state = contents.life == .started ? .started : .attached
            }
        }
    }

    private func offer(_ contents: Contents) -> StoreOffer {
        guard let coordinator = contents.coordinator, !contents.isPartial,
            contents.life == .started || contents.life == .closing
        else { return .refused(refusal(contents)) }
        if contents.isMoving { return .refused(isSuspended) }
        if contents.suspensions.isEmpty || contents.life == .closing { return .open(coordinator) }
        return contents.suspensions.allSatisfy(\.letsReadsThrough)
            ? .readable(coordinator, isSuspended) : .refused(isSuspended)
    }

    // MARK: Waiting

    /// Waits until the state has changed since a version, or the task is cancelled.
    nonisolated(nonsending) func change(after version: Int) async {
        await contents.wait { $0.version == version }
    }

    /// Waits while the stack is stopping, unless the task is cancelled.
    nonisolated(nonsending) func passedStopping() async {
        await contents.wait { $0.life == .stopping }
    }

    /// Whether work can begin without waiting.
    func admitsAtOnce(forWriting writing: Bool) -> Bool {
        contents.withLock { contents in
            guard contents.life == .started else { return false }
            return switch offer(contents) {
            case .open: true
            case .readable: !writing
            case .refused: false
            }
        }
    }

    /// What reading or writing work does that is about to begin.
    ///
    /// - Throws: ``GranaryError/Code/closed`` or ``GranaryError/Code/destroyed`` if the stack takes no work.
    func admission(forWriting writing: Bool) throws -> Admission {
        try contents.withLock { contents in
            guard contents.coordinator != nil, contents.life == .started else {
                if !contents.isAtRest { throw refusal(contents) }
                return contents.isSuspended(forWriting: writing) ? .waits(version: contents.version) : .wakes
            }
            return contents.isSuspended(forWriting: writing) ? .waits(version: contents.version) : .begins
        }
    }
}

// MARK: Resting

extension StackState {
    /// Sends a started stack to rest, unless something uses its stores; returns whether it rests.
    ///
    /// Nothing begins between the look and the rest: who registers as a user and then asks whether the stack rests is
    /// seen here, or learns that it does. The closure says whether there are no users besides the holds.
    func beginRest(if isUnused: () -> Bool) -> Bool {
        let begins = contents.withLock { contents in
            guard contents.life == .started, isUnused(), holds.refuseIfNone(isResting) else { return false }
            (contents.life, contents.isPartial) = (.resting, true)
            return true
        }
        if begins { change { _ in } }
        return begins
    }

    /// Has a stopped stack rest, without open stores.
    func startAtRest(_ coordinator: StoreCoordinator) {
        change { contents in
            if contents.life != .stopped { return }
            (contents.life, contents.coordinator, contents.isPartial) = (.resting, coordinator, true)
        }
    }

    /// Notes the stores that stay open while the stack rests.
    func keep(_ coordinator: StoreCoordinator) { change { $0.coordinator = coordinator } }

    /// The opening that a use of the resting stack waits for, and whether it has yet to begin; `nil` if the stack is not
    /// at rest.
    func joinWakeUp() -> (wakeUp: WakeUp, isNew: Bool)? {
        contents.withLock { contents in
            if !contents.isAtRest { return nil }
            if let wakeUp = contents.wakeUp { return (wakeUp, false) }
            let wakeUp = WakeUp()
            contents.wakeUp = wakeUp
            return (wakeUp, true)
        }
    }

    /// Notes that an opening is over: the next use begins another one.
    func endWakeUp() { contents.withLock { $0.wakeUp = nil } }
}

// MARK: Errors when no stores are open

extension StackState {
    private func refusal(_ contents: Contents) -> GranaryError {
        switch contents.life {
        case .stopped, .starting, .started, .stopping: Self.isStopped(name)
        case .resting, .waking: contents.suspensions.isEmpty ? isResting : isSuspended
        case .closing, .closed: isClosed
        case .destroyed: isDestroyed
        }
    }

    private static func isStopped(_ name: String) -> GranaryError {
        GranaryError(.closed, "The stack “\(name)” is not started; call `start()` first.")
    }

    /// The error of a closed stack.
    var isClosed: GranaryError {
        GranaryError(.closed, "The stack “\(name)” has been closed for good; make another.")
    }

    /// The error of a destroyed stack.
    var isDestroyed: GranaryError {
        GranaryError(.destroyed, "The stack “\(name)” has been destroyed with its stores; make another.")
    }

    private var isResting: GranaryError {
        GranaryError(
            .suspended,
            "The stack “\(name)” rests, so its stores are not open; a unit of work or `makeContext` opens them."
        )
    }

    private var isSuspended: GranaryError {
        GranaryError(
            .suspended,
            "The stack “\(name)” is suspended; wait for `await stack.ready()` and try again.")
    }
}
