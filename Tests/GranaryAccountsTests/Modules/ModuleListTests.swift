import Granary
import GranaryAccounts
import GranaryTestSupport
import Testing

/// What is wrong with a list of modules is one error, before anything starts, which draws the path.
@Suite(.timeLimit(.minutes(1))) struct ModuleListTests {
    private struct Clock: Module {
        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }

    private struct Reminder: Module {
        let needs: [Any.Type] = [Clock.self]
        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }

    private struct Server: Module {
        let needs: [Any.Type] = [Reminder.self]
        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }

    /// The error of a list, which the start of it has too.
    private func error(of modules: Modules) async throws -> GranaryError {
        let error = try required(failure { try modules.check() })
        let atStart = await thrownError { try await modules.start() }
        #expect(error.code == .modules && atStart?.message == error.message)
        return error
    }

    @Test func whatIsMissingIsNamedWithItsPath() async throws {
        let error = try await error(
            of: Modules {
                Reminder()
                Server()
            })
        #expect(error.message.contains("Clock is missing (Server → Reminder → Clock)"), "\(error)")
    }

    @Test func whatIsThereTwiceIsNamed() async throws {
        let error = try await error(
            of: Modules {
                Clock()
                Reminder()
                ModuleEntry(Clock(), .lazy)
                Clock()
            })
        #expect(error.message.contains("Clock is listed twice"), "\(error)")
    }

    @Test func aCircleIsDrawn() async throws {
        let modules = ScriptedModules(.needing(1), .needing(2), .needing(3), .needing(1))
        let error = try await error(of: modules.list)
        let names = ["N1", "N2", "N3", "N1"].map { "ScriptedModule<\($0)>" }.joined(separator: " → ")
        #expect(error.message.contains("a circle: \(names)"), "\(error)")
        #expect(!error.message.contains("<N0>"), "\(error)")
        #expect(modules.log.all == [])
    }

    @Test func aModuleThatNeedsItselfIsACircle() async throws {
        let error = try await error(of: ScriptedModules(.needing(0)).list)
        #expect(error.message.contains("a circle: ScriptedModule<N0> → ScriptedModule<N0>"), "\(error)")
    }

    @Test func oneErrorNamesAll() async throws {
        let modules = ScriptedModules(
            .needing(1), .needing(0), .needing(3, at: .lazy), .needing(3, 8, at: .afterwards))
        let error = try await error(
            of: Modules(
                modules.entries + [
                    ModuleEntry(Reminder()), ModuleEntry(Reminder()),
                    ModuleEntry("a text", as: (any Sendable).self),
                ]
            ).replacing(Server.self, with: Server()))
        for part in [
            "twice", "Clock is missing", "<N8> is missing", "<N0> → ", "<N3> → ScriptedModule<N3>",
            "String, is no Module", "a double was put in for Server",
        ] {
            #expect(error.message.contains(part), "\(part): \(error)")
        }
        #expect(modules.log.all == [])
    }

    @Test func aDoubleOfNothingIsNamed() async throws {
        let error = try await error(of: Modules { Clock() }.replacing(Reminder.self, with: Reminder()))
        #expect(error.message.contains("a double was put in for Reminder"), "\(error)")
    }

    @Test func whatIsNoModuleIsNamed() async throws {
        let error = try await error(of: Modules { ModuleEntry("a text", as: (any Sendable).self) })
        #expect(error.message.contains("String, is no Module"), "\(error)")
    }

    @Test func longCirclesAndChainsAreWalked() throws {
        // Every module of a chain is entered once, whatever the number of ways that lead to it.
        let modules = ScriptedModules(
            .needing(1, 2, 3, 4, 5, 6, 7), .needing(2, 3, 4, 5, 6, 7), .needing(3, 4, 5, 6, 7),
            .needing(4, 5, 6, 7), .needing(5, 6, 7), .needing(6, 7), .needing(7), .needing())
        try modules.list.check()
    }

    @Test func aListIsAValue() throws {
        let modules = Modules {
            Reminder()
            if true { ModuleEntry(Server(), .lazy) } else { Clock() }
        }
        #expect(throws: (any Error).self) { try modules.check() }
        let doubled = modules.replacing(Reminder.self, with: Reminder())
        #expect(throws: (any Error).self) { try doubled.check() }
        try Modules {
            Clock()
            Reminder()
        }.check()
    }
}
