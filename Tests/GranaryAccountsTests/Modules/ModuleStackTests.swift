import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestSupport
import Testing

/// Modules get the stack that they were started with, which tells of their failures behind the start.
@Suite(.timeLimit(.minutes(1))) struct ModuleStackTests {
    @Model final class Airport {
        @Attribute(.primaryKey) var code: String

        init(code: String) { self.code = code }
    }

    private struct Airports: Module {
        func start(in surroundings: ModuleSurroundings) async throws {
            try await surroundings.stack.perform { context in
                try context.insert(Airport(code: "JFK"))
                try context.save()
            }
        }

        func stop() async {}
    }

    private struct Counter: Module {
        let needs: [Any.Type] = [Airports.self]
        func start(in surroundings: ModuleSurroundings) async throws {
            // A module belongs to no test, so an expectation here would not either.
            let count = try await surroundings.stack.perform { try $0.count(Airport.all) }
            try verify(count == 1, "one airport")
        }
        func stop() async {}
    }

    @Test func modulesUseTheStack() async throws {
        let stack = try startedStack(of: [Airport.self])
        let modules = Modules {
            Counter()
            Airports()
        }
        try await modules.run(with: stack) { running in try running.report.check() }
        let error = await thrownError { try await modules.run { _ in } }
        #expect(error?.code == .moduleFailed && error?.message.contains("`start(with: stack)`") == true)
    }

    @Test func theStackTellsOfFailuresThatNobodyWaitsFor() async throws {
        let stack = try startedStack(of: [Airport.self])
        var errors = stack.errors.makeAsyncIterator()
        let fails = ModuleScript.Call(fails: true)
        let modules = ScriptedModules(
            ModuleScript(start: fails), ModuleScript(needs: [2], moment: .afterwards),
            ModuleScript(moment: .afterwards, start: fails))
        let running = try await modules.list.start(with: stack, clock: modules.clock)
        let told = try required(await errors.next())
        #expect(told.work == .modules && told.error.message.contains("\(M2.self)"), "\(told)")
        // Neither the essential one, which the report of the start has, nor the one that only needs it.
        #expect(told.number == 1 && running.report.failures.count == 3)
        await running.stop()
        try await stack.close()
        #expect(await errors.next() == nil)
    }

    @Test func aStackThatIsNotStartedTellsThemToo() async throws {
        let stack = PersistentStack(
            try Schema("Modules", models: [Airport.self]), registry: try StoreRegistry(backends: []))
        var errors = stack.errors.makeAsyncIterator()
        let modules = ScriptedModules(
            ModuleScript(moment: .afterwards, start: ModuleScript.Call(fails: true)))
        let running = try await modules.list.start(with: stack, clock: modules.clock)
        let told = try required(await errors.next())
        #expect(told.work == .modules && told.error.cause is ModuleTrouble, "\(told)")
        await running.stop()
        try await stack.close()
    }
}
