import GranaryAccounts
import Synchronization

/// What a module of a random program does.
struct ModuleScript {
    var needs: [Int] = []
    var moment = ModuleEntry.Moment.essential
    var start = Call()
    var stop = Call()
    var limit = Duration.seconds(30)
    var stopLimit = Duration.seconds(10)

    /// How one of its functions behaves.
    struct Call {
        /// How long it takes; nothing where it does not wait.
        var delay = Duration.zero
        var fails = false
        /// Whether it goes on when its task is cancelled.
        var isDeaf = false
    }
}

/// What happens to modules, by their numbers.
enum ModuleEvent: Hashable {
    case start(Int)
    case started(Int)
    case failed(Int)
    case stop(Int)
    /// Also by an error.
    case stopped(Int)
}

/// What has happened to the modules of a program, in order.
final class ModuleLog: Sendable {
    private let events = Mutex<[ModuleEvent]>([])
    var all: [ModuleEvent] { events.withLock { $0 } }
    func note(_ event: ModuleEvent) { events.withLock { $0.append(event) } }
}

/// What a module of a test throws.
struct ModuleTrouble: Error {}

/// A module that does what its script says; each has a type of its own.
final class ScriptedModule<Name: Sendable>: Module {
    private let number: Int
    private let script: ModuleScript
    private let log: ModuleLog
    private let clock: DrivenClock
    let needs: [Any.Type]

    init(_ number: Int, _ script: ModuleScript, _ log: ModuleLog, _ clock: DrivenClock) {
        (self.number, self.script, self.log, self.clock) = (number, script, log, clock)
        needs = script.needs.map { scriptedTypes[$0] }
    }

    func start(in surroundings: ModuleSurroundings) async throws {
        log.note(.start(number))
        do { try await run(script.start) } catch {
            log.note(.failed(number))
            throw error
        }
        log.note(.started(number))
    }

    func stop() async throws {
        log.note(.stop(number))
        defer { log.note(.stopped(number)) }
        try await run(script.stop)
    }

    private func run(_ call: ModuleScript.Call) async throws {
        if call.delay > .zero {
            if call.isDeaf {
                await clock.sleepSoundly(for: call.delay)
            } else {
                try await clock.sleep(for: call.delay)
            }
        }
        if call.fails { throw ModuleTrouble() }
    }

    static func entry(
        _ number: Int, _ script: ModuleScript, _ log: ModuleLog, _ clock: DrivenClock
    ) -> ModuleEntry {
        ModuleEntry(
            ScriptedModule(number, script, log, clock), script.moment, limit: script.limit,
            stopLimit: script.stopLimit)
    }
}

/// A type of modules that do what a script says.
protocol ScriptedType: Module {
    static func entry(
        _ number: Int, _ script: ModuleScript, _ log: ModuleLog, _ clock: DrivenClock
    ) -> ModuleEntry
}

extension ScriptedModule: ScriptedType {}

/// Names for the types.
enum N0 {}
enum N1 {}
enum N2 {}
enum N3 {}
enum N4 {}
enum N5 {}
enum N6 {}
enum N7 {}
enum N8 {}

/// The types of the modules of a program, by their numbers.
let scriptedTypes: [any ScriptedType.Type] = [
    ScriptedModule<N0>.self, ScriptedModule<N1>.self, ScriptedModule<N2>.self, ScriptedModule<N3>.self,
    ScriptedModule<N4>.self, ScriptedModule<N5>.self, ScriptedModule<N6>.self, ScriptedModule<N7>.self,
    ScriptedModule<N8>.self,
]
