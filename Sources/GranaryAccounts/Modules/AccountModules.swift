import Granary

/// The modules of an account, which run while its stores are open.
///
/// They start each time the stores open, and stop before these close or rest.
public final class AccountModules: Sendable {
    /// The hosts whose modules the present task is of; these do not wait for themselves.
    @TaskLocal static var callers: Set<ObjectIdentifier> = []

    private struct Contents {
        /// The modules; `nil` before they are known, after the end, and for an account without any.
        var graph: ModuleGraph?
        /// Why the list cannot be started.
        var problem: (any Error)?
        /// The stack that they work with, made when they start first.
        var stack: PersistentStack?
        /// The modules that were started last and are not stopped.
        var running: RunningModules?
        var report = ModulesReport.ofNothing
        /// Reports when the account's stores open and close.
        var watch: RestWatch?
        /// Whether the last thing that was begun is a start.
        var isWanted = false
        /// What was begun last, until it has ended; it waits for what was begun before.
        var work: Task<Void, Never>?
        var workCount = 0
        /// How many changes that close stores are under way.
        var absences = 0
        var isEnded = false
    }

    /// How long units of work may last that a module has left behind.
    private static var stopLimit: Duration { .seconds(10) }

    private let account: PersistentStack
    private let place: String
    private let stacks: AccountStacks
    private let follow: @Sendable () -> HostedModule.Following
    private let contents = WatchedState(Contents())

    /// Hosts the modules of the account at a place; there are none yet.
    init(
        of account: PersistentStack, at place: String, _ stacks: AccountStacks,
        follow: @escaping @Sendable () -> HostedModule.Following
    ) {
        self.account = account
        self.place = place
        self.stacks = stacks
        self.follow = follow
    }

    // MARK: For programs

    /// The module that is listed as a type, once it is running; opens the stores of an account that rests, and starts a lazy
    /// module first.
    ///
    /// - Throws: as ``RunningModules/subscript(_:)``; ``GranaryError/Code/modules`` for a list that cannot be started;
    ///   ``GranaryError/Code/closed`` for an account whose stores are closed; errors of a store that cannot be opened.
    public subscript<Key: Sendable>(_ type: Key.Type) -> Key {
        get async throws {
            let (graph, problem) = contents.withLock { ($0.graph, $0.problem) }
            if let problem { throw problem }
            guard let graph else { throw GranaryError.unlistedModule("\(type)") }
            _ = try graph.place(of: type)
            // Asking for a module is use, so the account does not rest until it is there.
            let hold = try await account.heldAwake()
            defer { withExtendedLifetime(hold) {} }
            try await started()
            guard let running = contents.withLock({ $0.running }) else {
                throw GranaryError.stoppedModule("\(type)", isForGood: false)
            }
            return try await running[type]
        }
    }

    /// What has become of each module since the stores were opened last; empty for an account without modules.
    public var report: ModulesReport { contents.withLock { $0.running?.report ?? $0.report } }

    // MARK: Beginning and ending

    /// Runs modules from now on while the account's stores are open.
    ///
    /// - Throws: ``GranaryError/Code/modules`` for a list that cannot be started; there are none then.
    func run(_ modules: Modules) throws {
        if modules.isEmpty { return }
        do {
            let (follow, host) = (follow, ObjectIdentifier(self))
            let graph = try ModuleGraph(modules).wrapping { HostedModule($0, of: host, follow: follow) }
            let watch = RestWatch(account) { [weak self] _ in self?.settle() }
            contents.withLock { contents in
                contents.graph = graph
                contents.report = ModulesReport(ModuleStates(graph))
                contents.watch = watch
            }
            account.take(self)
            watch.begin()
        } catch {
            contents.withLock { $0.problem = error }
            throw error
        }
    }

    /// Returns when the essential modules of an account whose stores are open have started or failed.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; they go on then.
    func started() async throws {
        if isCalledFromInside { return }
        while true {
            let work = contents.withLock { contents in
                settle(&contents)
                return contents.work
            }
            if let work { try await LeavableWork.run { await work.value } }
            if contents.withLock({ $0.absences == 0 || $0.isEnded || $0.graph == nil }) { return }
            await contents.wait { $0.absences > 0 && !$0.isEnded }
            if Task.isCancelled { throw Cancellation.error }
        }
    }

    /// Stops the modules for good, and lets go of them, as they may hold their account.
    func finish() async {
        if contents.withLock({ $0.isEnded }) { return }
        await leave()
        let former = contents.change { contents in
            defer {
                contents.isEnded = true
                (contents.graph, contents.stack, contents.watch) = (nil, nil, nil)
            }
            return contents
        }
        former.watch?.end()
        do { try await former.stack?.close() } catch { reportClosing(error) }
    }

    /// Runs what a module may wait for, so that it waits for none of them.
    func withoutWaiting<R>(_ body: () async throws -> R) async rethrows -> R {
        try await Self.$callers.withValue(Self.callers.union([ObjectIdentifier(self)]), operation: body)
    }

    private var isCalledFromInside: Bool { Self.callers.contains(ObjectIdentifier(self)) }

    // MARK: Starting and stopping

    private func settle() { contents.withLock { settle(&$0) } }

    /// Begins with what the state of the account's stores asks for.
    private func settle(_ contents: inout Contents) {
        guard contents.graph != nil, contents.absences == 0 else { return }
        switch account.status.phase {
        case .started: if !contents.isWanted { begin(&contents) }
        // After a stop of the stack that has not waited for its tenant; the modules' own stack still has the stores.
        case .stopped, .resting, .closed, .destroyed: if contents.isWanted { end(&contents) }
        default: break
        }
    }

    private func begin(_ contents: inout Contents) {
        contents.isWanted = true
        let earlier = contents.work
        work(&contents) { number in
            await earlier?.value
            await self.start(number)
        }
    }

    private func end(_ contents: inout Contents) {
        contents.isWanted = false
        let (earlier, running) = (contents.work, contents.running)
        work(&contents) { _ in
            // Nobody waits for a slow start, which this cancels.
            await running?.stop()
            await earlier?.value
            await self.stop()
        }
    }

    private func work(_ contents: inout Contents, _ body: @escaping @Sendable (Int) async -> Void) {
        contents.workCount += 1
        let number = contents.workCount
        contents.work = Task.detached {
            await body(number)
            // A task that has ended would be kept with all that it holds.
            self.contents.withLock { if $0.workCount == number { $0.work = nil } }
        }
    }

    private func start(_ number: Int) async {
        guard let graph = contents.withLock({ $0.workCount == number ? $0.graph : nil }) else { return }
        do {
            let stack = try stack()
            try await stack.start()
            let ground = ModuleGround(stack, keeping: account) { [weak self] in self?.report($0) }
            let running = RunningModules(graph, ground, stacks.clock)
            let isWanted = contents.withLock { contents in
                if contents.workCount == number { contents.running = running }
                return contents.workCount == number
            }
            if isWanted { await start(running) }
        } catch {
            contents.withLock { if $0.workCount == number { $0.isWanted = false } }
            report(.withoutStores(error))
        }
    }

    private func start(_ running: RunningModules) async {
        // A stop during the start cancels it.
        do { try await running.start() } catch { return }
        for entry in running.report.modules where entry.isEssential { entry.failure.map(report) }
    }

    private func stop() async {
        if let running = contents.withLock({ $0.running }) {
            let report = await running.stop()
            contents.withLock { ($0.running, $0.report) = (nil, report) }
            for entry in report.modules { entry.stopFailure.map(self.report) }
        }
        guard let stack = contents.withLock({ $0.stack }) else { return }
        do { try await stack.stop(running: .cancel(upTo: Self.stopLimit)) } catch { reportClosing(error) }
    }

    /// The stack of the modules, made when it is asked for first.
    private func stack() throws -> PersistentStack {
        if let stack = contents.withLock({ $0.stack }) { return stack }
        let stack = try stacks.makeForModules(at: place)
        contents.withLock { $0.stack = stack }
        return stack
    }

    // MARK: Failures

    /// Reports a failure with the place of the account.
    private func report(_ failure: GranaryError) {
        var failure = failure
        failure.message = "In the account at \(place): \(failure.message)"
        stacks.shared.unattended.report(
            failure, during: .modules, "A module of the account at \(place) has failed; the account goes on.")
    }

    private func reportClosing(_ error: any Error) {
        stacks.shared.unattended.report(
            error, during: .closing,
            "A store that modules of the account at \(place) used could not be closed.")
    }
}

extension AccountModules: StackTenant {
    /// Stops the modules before the account's stores close; does not wait in a module, which would wait for itself.
    package func leave() async {
        let work = contents.withLock { contents in
            contents.absences += 1
            if contents.isWanted { end(&contents) }
            return contents.work
        }
        if !isCalledFromInside { await work?.value }
    }

    /// Starts them again if the stores are open, once every change that closes some has ended.
    package func mayReturn() {
        contents.change { contents in
            contents.absences -= 1
            settle(&contents)
        }
    }
}
