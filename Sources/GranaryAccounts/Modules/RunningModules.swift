import Granary
import Synchronization

/// Modules that have been started; hands them out, and stops them.
///
/// Call ``stop()`` in the end: modules whose ``RunningModules`` is forgotten go on.
public final class RunningModules: Sendable {
    private struct Contents {
        var states: ModuleStates
        /// What was begun last with each module; it has waited for what was begun before.
        var tasks: [Int: Task<Void, Never>] = [:]
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    /// A task that waits until something holds, or cannot hold any more.
    private struct Waiter {
        let decide: @Sendable (ModuleStates) -> Decision?
        let continuation: CheckedContinuation<Decision, Never>
    }

    private enum Decision: Sendable {
        case holds
        case fails(GranaryError)
    }

    private let graph: ModuleGraph
    private let ground: ModuleGround
    private let clock: any Clock<Duration>
    private let contents: Mutex<Contents>

    init(_ graph: ModuleGraph, _ ground: ModuleGround, _ clock: any Clock<Duration>) {
        self.graph = graph
        self.ground = ground
        self.clock = clock
        contents = Mutex(Contents(states: ModuleStates(graph)))
    }

    /// How many tasks wait here, for tests.
    var waiting: Int { contents.withLock { $0.waiters.count } }

    /// What has become of each module so far.
    public var report: ModulesReport { ModulesReport(contents.withLock { $0.states }) }

    /// The module that is listed as a type, once it is running; a lazy one is started first, with what it needs.
    ///
    /// It goes on to start if the task that waits here is cancelled, since others may wait for it.
    ///
    /// - Throws: ``GranaryError/Code/moduleFailed`` and ``GranaryError/Code/timeout`` when it, or one that it needs, has not
    ///   started; ``GranaryError/Code/closed`` when it is stopped; ``GranaryError/Code/notFound`` for a type that is not
    ///   listed; ``GranaryError/Code/cancelled``.
    public subscript<Key: Sendable>(_ type: Key.Type) -> Key {
        get async throws {
            let place = try graph.place(of: type)
            guard let module = graph.entries[place].value as? Key else {
                throw GranaryError.unlistedModule("\(type)")
            }
            let isRunning = contents.withLock { $0.states.states[place].phase == .running }
            if isRunning { return module }
            change { if $0.stage != .ending { $0.want(place) } }
            let name = graph.names[place]
            try await wait { states in
                let state = states.states[place]
                switch state.phase {
                case .running: return .holds
                case .failed: return .fails(state.failure ?? .stoppedModule(name))
                case .idle: return .fails(.stoppedModule(name, isForGood: states.stage == .ending))
                case .stopped: return .fails(.stoppedModule(name))
                case .stopping where states.stage == .ending: return .fails(.stoppedModule(name))
                case .waiting, .starting, .stopping: return nil
                }
            }
            return module
        }
    }

    /// Stops the module that is listed as a type, and before it those that need it.
    ///
    /// A stop that fails or takes too long is noted in the report, and the others go on. A lazy module starts again when it is
    /// asked for, unless its stop has failed or was too slow; any other is stopped for good. When the task is cancelled,
    /// the modules are stopped all the same.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a type that is not listed.
    public func stop<Key>(_ type: Key.Type) async throws {
        let places = graph.dependents(of: try graph.place(of: type))
        change { $0.letGo(places) }
        await waitUntil { states in places.allSatisfy { states.states[$0].phase != .stopping } }
    }

    /// Stops all modules, each when those that need it have stopped, and says how that went.
    ///
    /// A stop that fails or takes too long is noted in the report, and the others go on. One that starts is cancelled, and
    /// stopped if it has started all the same. When the task is cancelled, the modules are stopped all the same. A second
    /// call waits for the first.
    @discardableResult public func stop() async -> ModulesReport {
        change { $0.stopAll() }
        await end()
        return report
    }

    /// Waits until every module has ended, and for what was begun with those that were not left.
    private func end() async {
        await waitUntil { $0.hasEnded }
        let tasks = contents.withLock { contents in
            contents.tasks.filter { !contents.states.states[$0.key].isLeft }
        }
        for task in tasks.values { await task.value }
    }

    /// Starts the essential modules, and begins with the others.
    func start() async throws {
        if Task.isCancelled { throw Self.cancelled }
        change { $0.begin() }
        await withTaskCancellationHandler {
            await waitUntil { $0.hasStarted }
        } onCancel: {
            change { $0.giveUp() }
        }
        if contents.withLock({ $0.states.stage == .ending }) {
            await end()
            throw Self.cancelled
        }
    }

    private static var cancelled: GranaryError {
        GranaryError(.cancelled, "The start of the modules was cancelled, and what had begun was stopped.")
    }
}

// MARK: Waiting

extension RunningModules {
    /// Waits until the closure decides; throws what it decides, and when the task is cancelled.
    private func wait(_ decide: @escaping @Sendable (ModuleStates) -> Decision?) async throws {
        let number = contents.withLock { contents in
            contents.lastWaiter += 1
            return contents.lastWaiter
        }
        let decision = await withTaskCancellationHandler {
            await self.decision(number, canBeCancelled: true, decide)
        } onCancel: {
            let waiter = contents.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(returning: .fails(Self.cancelledWait))
        }
        if case .fails(let error) = decision { throw error }
    }

    /// Waits until a condition holds, also when the task is cancelled.
    private func waitUntil(_ condition: @escaping @Sendable (ModuleStates) -> Bool) async {
        let number = contents.withLock { contents in
            contents.lastWaiter += 1
            return contents.lastWaiter
        }
        _ = await decision(number, canBeCancelled: false) { condition($0) ? .holds : nil }
    }

    private func decision(
        _ number: Int, canBeCancelled: Bool, _ decide: @escaping @Sendable (ModuleStates) -> Decision?
    ) async -> Decision {
        await withCheckedContinuation { continuation in
            let decision = contents.withLock { contents -> Decision? in
                if let decision = decide(contents.states) { return decision }
                // This finds a cancellation before its handler.
                if canBeCancelled, Task.isCancelled { return .fails(Self.cancelledWait) }
                contents.waiters[number] = Waiter(decide: decide, continuation: continuation)
                return nil
            }
            if let decision { continuation.resume(returning: decision) }
        }
    }

    private static var cancelledWait: GranaryError {
        GranaryError(.cancelled, "The task that waited for a module was cancelled; the module goes on.")
    }

    /// Passes an event to the states, carries out their actions, and wakes the calls whose wait is over.
    private func change(_ event: (inout ModuleStates) -> Void) {
        let (failures, woken) = contents.withLock { contents in
            event(&contents.states)
            let actions = contents.states.takeActions()
            let failures = actions.compactMap { carryOut($0, &contents) }
            var woken: [(CheckedContinuation<Decision, Never>, Decision)] = []
            for (number, waiter) in contents.waiters {
                guard let decision = waiter.decide(contents.states) else { continue }
                contents.waiters[number] = nil
                woken.append((waiter.continuation, decision))
            }
            return (failures, woken)
        }
        for (continuation, decision) in woken { continuation.resume(returning: decision) }
        for failure in failures { ground.report(failure) }
    }
}

// MARK: Working

extension RunningModules {
    /// Begins what the states ask for; returns a failure to report.
    private func carryOut(_ action: ModuleStates.Action, _ contents: inout Contents) -> GranaryError? {
        switch action {
        case .start(let place):
            let (earlier, run) = (contents.tasks[place], contents.states.states[place].run)
            contents.tasks[place] = Self.task {
                await earlier?.value
                await self.callStart(place, run)
            }
        case .stop(let place):
            let (earlier, run) = (contents.tasks[place], contents.states.states[place].run)
            contents.tasks[place] = Self.task { await self.callStop(place, run, after: earlier) }
        case .cancel(let place): contents.tasks[place]?.cancel()
        case .report(let place): return contents.states.states[place].failure
        }
        return nil
    }

    /// A detached task, so that a module does not live with the task-locals of its first caller, such as a span.
    private static func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(priority: Task.currentPriority, operation: work)
    }

    private func callStart(_ place: Int, _ run: Int) async {
        let (entry, module, name) = (graph.entries[place], graph.modules[place], graph.names[place])
        let surroundings = graph.surroundings(of: place, ground)
        let time = ElapsedTime(clock)
        await limited(entry.limit) {
            var failure: GranaryError?
            do {
                if Task.isCancelled { throw CancellationError() }
                try await module.start(in: surroundings)
            } catch {
                failure = .module(name, .start, threw: error)
            }
            self.change { $0.startHasReturned(place, run, failure, after: time.now) }
        } late: {
            self.change { $0.startIsLate(place, run) }
        }
    }

    /// Stops a module whose start has returned, or returns while the limit lasts.
    private func callStop(_ place: Int, _ run: Int, after start: Task<Void, Never>?) async {
        let (entry, module, name) = (graph.entries[place], graph.modules[place], graph.names[place])
        await limited(entry.stopLimit) {
            await start?.value
            let time = ElapsedTime(self.clock)
            var failure: GranaryError?
            let isStarted = self.contents.withLock { $0.states.takeStop(place) }
            if isStarted {
                do { try await module.stop() } catch {
                    failure = .module(name, .stop, threw: error)
                }
            }
            self.change {
                $0.stopHasReturned(place, run, failure, after: isStarted ? time.now : nil)
            }
        } late: {
            self.change { $0.stopIsLate(place, run) }
        }
    }

    /// Runs work, and calls a closure when it takes too long; returns with the work in any case.
    private func limited(
        _ limit: Duration, _ work: () async -> Void, late: @escaping @Sendable () -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in
                do { try await clock.sleep(for: limit) } catch { return }
                late()
            }
            await work()
            group.cancelAll()
        }
    }
}
