import GranaryAccounts
import GranaryConformance
import GranaryTestSupport

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

/// The type of the module with a number.
typealias M0 = ScriptedModule<N0>
typealias M1 = ScriptedModule<N1>
typealias M2 = ScriptedModule<N2>
typealias M3 = ScriptedModule<N3>
