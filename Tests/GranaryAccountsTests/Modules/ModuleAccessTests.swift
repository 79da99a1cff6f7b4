import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestSupport
import Testing

/// A module can be asked for once it runs, by others and by the program; a lazy one is started first.
@Suite(.timeLimit(.minutes(1))) struct ModuleAccessTests {
    private static let second = ModuleScript.Call(delay: .seconds(1))

    @Test func whoAsksWaitsForTheModule() async throws {
        let modules = ScriptedModules(ModuleScript(moment: .afterwards, start: Self.second))
        let running = try await modules.start()
        let asking = Task { try await running[M0.self] === running[M0.self] }
        try await modules.sleep(until: 1, 30)
        modules.clock.advance(to: .seconds(1))
        #expect(try await asking.value)
        await running.stop()
    }

    @Test func aLazyModuleStartsWhenItIsAskedFor() async throws {
        let modules = ScriptedModules(
            ModuleScript(needs: [1], moment: .lazy, start: Self.second), .needing(at: .lazy), .needing())
        let running = try await modules.start()
        #expect(modules.log.all == [.start(2), .started(2)])
        let first = Task { try await running[M0.self] }
        let second = Task { try await running[M0.self] }
        try await modules.sleep(until: 1, 30)
        modules.clock.advance(to: .seconds(1))
        #expect(try await first.value === second.value)
        #expect(modules.log.all.dropFirst(2) == [.start(1), .started(1), .start(0), .started(0)])
        await running.stop()
    }

    @Test func whoIsCancelledLeavesTheStartToOthers() async throws {
        let modules = ScriptedModules(ModuleScript(moment: .lazy, start: Self.second))
        let running = try await modules.start()
        let asking = Task { try await running[M0.self] }
        try await modules.sleep(until: 1, 30)
        asking.cancel()
        #expect(await thrownError { try await asking.value }?.code == .cancelled)
        let other = Task { try await running[M0.self] }
        modules.clock.advance(to: .seconds(1))
        _ = try await other.value
        #expect(modules.log.all == [.start(0), .started(0)])
        await running.stop()
    }

    @Test func whoAsksForAModuleThatFailedLearnsWhy() async throws {
        let modules = ScriptedModules(
            .needing(1, at: .lazy), ModuleScript(moment: .lazy, start: ModuleScript.Call(fails: true)))
        let running = try await modules.start()
        let error = try required(await thrownError { try await running[M0.self] })
        #expect(error.code == .moduleFailed && (error.cause as? GranaryError)?.cause is ModuleTrouble)
        #expect(await thrownError { try await running[M1.self] }?.cause is ModuleTrouble)
        // It is not tried again by itself.
        #expect(modules.log.all == [.start(1), .failed(1)])
        // Once it is let go, it is.
        try await running.stop(M1.self)
        _ = await thrownError { try await running[M0.self] }
        #expect(modules.log.all.count == 4)
    }

    @Test func aModuleDoesNotLiveInTheTaskLocalsOfWhoAsks() async throws {
        actor Listener: Module {
            private(set) var heard: [String?] = []
            func start(in surroundings: ModuleSurroundings) async throws { heard.append(Asker.name) }
            func stop() { heard.append(Asker.name) }
        }
        let running = try await Asker.$name.withValue("the start") {
            try await Modules {
                Listener()
                ModuleEntry(Listener(), as: (any Actor).self, .lazy)
            }.start()
        }
        let first = try await running[Listener.self]
        let lazy = try required(
            try await Asker.$name.withValue("a request") { try await running[(any Actor).self] } as? Listener)
        await Asker.$name.withValue("the end") { _ = await running.stop() }
        #expect(await first.heard == [nil, nil])
        #expect(await lazy.heard == [nil, nil])
    }

    private enum Asker {
        @TaskLocal static var name: String?
    }

    @Test func whatIsNotListedIsNotFound() async throws {
        let running = try await ScriptedModules(.needing()).start()
        #expect(await thrownError { try await running[M1.self] }?.code == .notFound)
        #expect(await thrownError { try await running.stop(M1.self) }?.code == .notFound)
        #expect(running.report[M1.self] == nil)
        await running.stop()
    }

    @Test func aModuleTakesWhatItNeeds() async throws {
        struct Catalogue: Module {
            let title = "Flights"
            func start(in surroundings: ModuleSurroundings) async throws {}
            func stop() async {}
        }
        actor Importer: Module {
            let needs: [Any.Type] = [Catalogue.self]
            private(set) var title = ""
            private(set) var refusals: [GranaryError.Code] = []

            func start(in surroundings: ModuleSurroundings) async throws {
                title = try surroundings[Catalogue.self].title
                refusals = [failure { try surroundings[M0.self] }, failure { try surroundings.stack }]
                    .compactMap { $0?.code }
            }

            func stop() { title = "" }
        }
        try await Modules {
            Importer()
            Catalogue()
        }.run { running in
            let importer = try await running[Importer.self]
            #expect(await importer.title == "Flights")
            #expect(await importer.refusals == [.modules, .notFound])
        }
    }

    @Test func doublesArePutInByType() async throws {
        try await Modules {
            ModuleEntry(Letters(), as: (any Mail).self)
            Office()
        }.run { running in
            let office = try await running[Office.self]
            #expect(office.sent() == "by post")
        }
        let modules = Modules {
            ModuleEntry(Letters(), as: (any Mail).self, .lazy)
            ModuleEntry(Office(), .lazy)
        }
        try await modules.replacing((any Mail).self, with: Pigeons()).run { running in
            #expect(running.report.modules.map(\.state) == [.notStarted, .notStarted])
            let office = try await running[Office.self]
            #expect(office.sent() == "by pigeon")
            let mail = try await running[(any Mail).self]
            #expect(mail is Pigeons)
        }
        try await modules.replacing(Office.self, with: EmptyOffice()).run { running in
            let office = try await running[Office.self]
            #expect(office.sent() == "not at all")
            // A double has its own needs.
            #expect(running.report[(any Mail).self]?.state == .notStarted)
        }
    }

    private protocol Mail: Module { var way: String { get } }

    private struct Letters: Mail {
        let way = "by post"
        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }

    private struct Pigeons: Mail {
        let way = "by pigeon"
        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }

    private class Office: Module, @unchecked Sendable {  // safe: it is set while nobody else knows it.
        var needs: [Any.Type] { [(any Mail).self] }
        private var mail: (any Mail)?
        func start(in surroundings: ModuleSurroundings) async throws {
            mail = try surroundings[(any Mail).self]
        }
        func stop() async {}
        func sent() -> String { mail?.way ?? "not at all" }
    }

    private final class EmptyOffice: Office, @unchecked Sendable {  // safe: as its superclass.
        override var needs: [Any.Type] { [] }
        override func start(in surroundings: ModuleSurroundings) async throws {}
    }
}
