import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestSupport
import Synchronization

/// What a module of a random program does.
struct ModuleScript {
    var needs: [Int] = []
    var moment = ModuleEntry.Moment.essential
    var start = Call()
    var stop = Call()
    var limit = Duration.seconds(30)
    var stopLimit = Duration.seconds(10)

    /// What a module does whose start or stop never ends by itself.
    static let hanging = Call(delay: .seconds(1_000_000), isDeaf: true)

    /// How one of its functions behaves.
    struct Call {
        /// How long it takes; nothing where it does not wait.
        var delay = Duration.zero
        var fails = false
        /// Whether it goes on when its task is cancelled.
        var isDeaf = false
    }

    static func needing(_ needs: Int..., at moment: ModuleEntry.Moment = .essential) -> ModuleScript {
        ModuleScript(needs: needs, moment: moment)
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

/// A list of modules that do what their scripts say, by their numbers.
struct ScriptedModules {
    let clock = DrivenClock()
    let log = ModuleLog()
    let entries: [ModuleEntry]
    var list: Modules { Modules(entries) }

    init(_ scripts: ModuleScript...) {
        let (log, clock) = (log, clock)
        entries = scripts.enumerated().map {
            scriptedTypes[$0.offset].entry($0.offset, $0.element, log, clock)
        }
    }

    func start() async throws -> RunningModules { try await list.start(clock: clock) }

    /// Waits until those sleep, and no others, who want to be woken at these seconds.
    func sleep(until seconds: Int...) async throws {
        try await reached("sleep until \(seconds), not \(clock.sleepers)") {
            clock.sleepers.sorted() == seconds.map { .seconds($0) }
        }
    }
}

/// How often a test looks whether something has come about: many seconds long, since other programs may have the processor.
let mostYields = 20_000_000

/// Waits until something holds that other tasks bring about.
func reached(_ what: @autoclosure () -> String, _ condition: () -> Bool) async throws {
    for _ in 0..<mostYields {
        if condition() { return }
        await Task.yield()
    }
    throw CheckFailed(description: "never reached: \(what())")
}

/// The error of Granary that work throws; `nil` when it throws none.
func thrownError<R: Sendable>(_ work: () async throws -> R) async -> GranaryError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? GranaryError
    }
}
