import Granary
import GranaryConformance
import GranaryTestSupport
import Synchronization

@testable import GranaryAccounts

/// A random program that starts, asks for, lets go and stops random modules, in step with a plain model of them.
final class ModuleProgram {
    private let seed: UInt64
    private var random: SeededGenerator
    private let scripts: [ModuleScript]
    private let clock: DrivenClock
    private let log: ModuleLog
    private let running: RunningModules
    private var model: ModuleModel
    /// The events of the log whose order was checked, and where they leave each module.
    private var checked = 0
    private var last: [Int: ModuleEvent] = [:]
    private let outcomes = ProgramOutcomes()
    private var steps: [String] = []
    private var tasks: [Task<Void, Never>] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        let scripts = Self.graph(&random)
        let (log, clock) = (ModuleLog(), DrivenClock())
        let modules = Modules(
            scripts.enumerated().map { scriptedTypes[$0.offset].entry($0.offset, $0.element, log, clock) })
        running = RunningModules(try ModuleGraph(modules), ModuleGround(nil), clock)
        (self.scripts, self.log, self.clock) = (scripts, log, clock)
        model = ModuleModel(scripts)
    }

    // MARK: The graph

    private static func time(_ milliseconds: ClosedRange<Int>, _ random: inout SeededGenerator) -> Duration {
        // No two times are equal, so that nothing depends on who wakes first.
        let range = (milliseconds.lowerBound * 1_000_000)...(milliseconds.upperBound * 1_000_000)
        return .nanoseconds(Int.random(in: range, using: &random))
    }

    private static func chance(_ one: UInt64, _ random: inout SeededGenerator) -> Bool {
        random.next() % one == 0
    }

    private static func call(_ random: inout SeededGenerator) -> ModuleScript.Call {
        ModuleScript.Call(
            delay: chance(3, &random) ? .zero : time(1...1_000, &random), fails: chance(6, &random),
            isDeaf: chance(5, &random))
    }

    private static func graph(_ random: inout SeededGenerator) -> [ModuleScript] {
        let count = 2 + Int(random.next() % UInt64(scriptedTypes.count - 1))
        let order = Array(0..<count).shuffled(using: &random)
        let density = 2 + random.next() % 4
        var scripts = [ModuleScript](repeating: ModuleScript(), count: count)
        for (position, place) in order.enumerated() {
            scripts[place].needs = order[..<position].filter { _ in chance(density, &random) }
            scripts[place].moment = [.essential, .afterwards, .lazy][Int(random.next() % 3)]
            scripts[place].start = call(&random)
            scripts[place].stop = call(&random)
            scripts[place].limit = time(chance(4, &random) ? 1...600 : 1_100...2_000, &random)
            scripts[place].stopLimit = time(chance(4, &random) ? 1...600 : 1_100...2_000, &random)
        }
        return scripts
    }

    // MARK: The run

    /// Runs the program to its end.
    ///
    /// - Throws: ``CheckFailed`` where modules and model differ.
    func run() async throws {
        do {
            try await start()
            if !model.wasGivenUp { try await use() }
            try await drain()
        } catch {
            // What is left must not sleep for ever.
            clock.advance(to: .seconds(1_000_000))
            for task in tasks { task.cancel() }
            throw error
        }
        for task in tasks { await task.value }
    }

    private func start() async throws {
        let cancelAt = Self.chance(4, &random) ? Self.time(0...1_500, &random) : nil
        model.waits.append(ModuleWait(kind: .start))
        // As `Modules.start(with:clock:)` does it; the modules are seen from the beginning.
        begin { [running] in try await running.start() }
        try await follow("starts")
        while model.waits[0].outcome == nil {
            let next = try required(model.sleepers.min())
            if let cancelAt, cancelAt < next, !model.wasGivenUp {
                try await pass(to: cancelAt)
                model.wasGivenUp = true
                model.stopAll()
                tasks[0].cancel()
                try await follow("cancels the start")
            } else {
                try await pass(to: next)
            }
        }
    }

    /// Asks for modules, lets some go, and stops all in the end.
    private func use() async throws {
        for _ in 0..<(random.next() % 8) {
            if let next = model.sleepers.min(), !Self.chance(3, &random) { try await pass(to: next) }
            let place = Int(random.next() % UInt64(scripts.count))
            switch random.next() % 4 {
            case 0, 1: try await ask(place)
            case 2: try await letGo(place)
            default: try await cancelOne()
            }
        }
        while let next = model.sleepers.min(), !Self.chance(6, &random) { try await pass(to: next) }
        model.stopAll()
        model.waits.append(ModuleWait(kind: .end))
        begin { [running] in await running.stop() }
        try await follow("stops all")
        if Self.chance(4, &random) {
            try await ask(Int(random.next() % UInt64(scripts.count)))
            tasks[model.waits.count - 2].cancel()
            try await follow("cancels the stop")
        }
    }

    private func ask(_ place: Int) async throws {
        if model.stage != .ending { model.wish(place) }
        model.waits.append(ModuleWait(kind: .module(place)))
        begin { [running] in try await Self.take(scriptedTypes[place], of: running) }
        try await follow("asks for \(place)")
    }

    private static func take<M: ScriptedType>(_ type: M.Type, of modules: RunningModules) async throws {
        _ = try await modules[type]
    }

    private func letGo(_ place: Int) async throws {
        let family = model.family(of: place)
        model.letGo(family)
        model.waits.append(ModuleWait(kind: .letGo(family)))
        begin { [running] in try await Self.stop(scriptedTypes[place], of: running) }
        try await follow("lets \(place) go")
    }

    private static func stop<M: ScriptedType>(_ type: M.Type, of modules: RunningModules) async throws {
        try await modules.stop(type)
    }

    /// Cancels a task that waits for a module.
    private func cancelOne() async throws {
        let waiting = model.waits.indices.filter {
            if case .module = model.waits[$0].kind { model.waits[$0].outcome == nil } else { false }
        }
        guard let number = waiting.randomElement(using: &random) else { return }
        model.waits[number].outcome = .fails(.cancelled)
        tasks[number].cancel()
        try await follow("cancels wait \(number)")
    }

    /// Lets those end that nobody waits for, and compares what is left.
    private func drain() async throws {
        while let next = model.sleepers.min() { try await pass(to: next) }
        for place in scripts.indices {
            // Each start that has returned is stopped, once.
            let started = model.events[.started(place)] ?? 0
            try check(
                started == model.events[.stop(place)] ?? 0, "module \(place) is stopped as often as started")
        }
    }

    // MARK: In step

    /// Begins a task, whose wait is the model's last.
    private func begin(_ work: @escaping @Sendable () async throws -> Void) {
        let number = tasks.count
        tasks.append(
            Task { [outcomes] in
                do {
                    try await work()
                    outcomes.note(number, .done)
                } catch {
                    outcomes.note(number, .fails((error as? GranaryError)?.code ?? .engine))
                }
            })
    }

    /// Lets time pass for both.
    private func pass(to time: Duration) async throws {
        model.now = time
        clock.advance(to: time)
        try await follow("\(time)")
    }

    /// Waits until the modules have done what the model says, and nothing else; then checks the order.
    private func follow(_ step: String) async throws {
        steps.append(step)
        model.settle()
        for _ in 0..<mostYields {
            if isInStep { return try checkOrder() }
            await Task.yield()
        }
        let counts = Dictionary(log.all.map { ($0, 1) }, uniquingKeysWith: +)
        try check(
            false,
            """
            \(counts), \(clock.sleepers.sorted()), \(outcomes.all), \(running.waiting)
            \(running.report)
            are not \(model.events), \(model.sleepers.sorted()), \(model.waits)
            \(model.ones)
            """
        )
    }

    private var isInStep: Bool {
        let pending = model.waits.count { $0.outcome == nil }
        guard clock.sleepers.count == model.sleepers.count, running.waiting == pending else { return false }
        let (outcomes, events) = (outcomes.all, log.all)
        return outcomes.count + pending == model.waits.count && events.count == model.eventCount
            && Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +) == model.events
            && model.waits.indices.allSatisfy { model.waits[$0].outcome == outcomes[$0] }
            && clock.sleepers.sorted() == model.sleepers.sorted()
            && zip(running.report.modules, model.ones).allSatisfy { $0.isAs($1) }
    }

    /// Checks that what has happened since is in an order that the graph allows.
    private func checkOrder() throws {
        let events = log.all
        for event in events[checked...] {
            switch event {
            case .start(let place):
                try check(
                    scripts[place].needs.allSatisfy { last[$0] == .started($0) },
                    "\(place) starts on what runs")
                last[place] = event
            case .stop(let place):
                let users = model.dependents(of: place).filter { !model.ones[$0].isLeft }
                try check(
                    users.allSatisfy { [nil, .failed($0), .stopped($0)].contains(last[$0]) },
                    "\(place) stops behind those that need it")
                last[place] = event
            case .started(let place), .failed(let place), .stopped(let place): last[place] = event
            }
        }
        checked = events.count
    }

    private func check(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if condition { return }
        let graph = scripts.enumerated().map { "\($0): \($1)" }.joined(separator: "\n")
        throw CheckFailed(
            description: "seed \(seed): not so: \(what())\n\(graph)\nsteps: \(steps)\nlog: \(log.all)")
    }
}

/// What became of the tasks of a program that wait.
private final class ProgramOutcomes: Sendable {
    private let outcomes = Mutex<[Int: ModuleWait.Outcome]>([:])
    var all: [Int: ModuleWait.Outcome] { outcomes.withLock { $0 } }
    func note(_ number: Int, _ outcome: ModuleWait.Outcome) { outcomes.withLock { $0[number] = outcome } }
}

extension ModulesReport.Entry {
    /// Whether it says what the model does.
    fileprivate func isAs(_ one: ModuleModel.One) -> Bool {
        let phase: ModulesReport.State =
            switch one.phase {
            case .idle: .notStarted
            case .waiting, .starting: .starting
            case .running: .running
            case .failed: .failed
            case .stopping: .stopping
            case .stopped: .stopped
            }
        return state == phase && failure?.code == one.failure && stopFailure?.code == one.stopFailure
    }
}
