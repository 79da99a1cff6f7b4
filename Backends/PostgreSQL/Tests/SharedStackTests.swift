import FoundationEssentials
import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// Units of work over several stores of one server, whose sessions are few.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct SharedStackTests {
    /// A stack whose two models lie in two schemas of the server, and a marked way to it.
    private struct Scene {
        let mark = "stack-\(UUID().uuidString.lowercased())"
        let configurations: [StoreConfiguration]
        let stack: PersistentStack

        init(sessions: Int) throws {
            let (mark, url) = (mark, try TestServer.url())
            configurations = ["Accounts", "Owners"].map { name in
                StoreConfiguration(
                    name: name, type: .postgresql,
                    options: StoreOptions([
                        "url": url + "&application_name=\(mark)", "schema": "\(mark)-\(name)",
                        "sessions": "\(sessions)", "sessionTimeout": "60s",
                    ]))
            }
            let schema = try Schema(
                "Ledger", configurations: ["Accounts": [Account.self], "Owners": [Owner.self]])
            stack = try PersistentStack(schema, registry: StoreRegistry(backends: [.postgresql]))
            try attach(to: stack)
        }

        /// Attaches both stores to a stack that is not started.
        func attach(to stack: PersistentStack) throws {
            for one in configurations { try stack.attachPersistentStore(for: one) }
        }

        func run(_ body: (Scene) async throws -> Void) async throws {
            try await stack.start()
            try await body(self)
            try await stack.close()
            try Outsider(TestServer.url()).wait(until: "\(count) = 0")
            for one in configurations { try PostgreSQLStore.destroy(one) }
        }

        /// The number of connections, for a statement.
        var count: String {
            "(SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(mark)')"
        }
    }

    @Test(arguments: [1, 2, 3])
    func unitsOfWorkOverTwoStoresDoNotWaitForEachOtherInACircle(_ sessions: Int) async throws {
        try await Scene(sessions: sessions).run { scene in
            let outsider = try Outsider(TestServer.url())
            // One more reserves keys.
            let most = max(sessions, 2) + 1
            let second = PersistentStack(sharing: scene.stack)
            try scene.attach(to: second)
            try await second.start()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    let stack = worker % 2 == 0 ? scene.stack : second
                    group.addTask {
                        for round in 0..<5 {
                            try await stack.perform { context in
                                if worker % 4 < 2 {
                                    _ = try context.fetch(Account.all.limit(1))
                                    _ = try context.fetch(Owner.all.limit(1))
                                } else {
                                    _ = try context.fetch(Owner.all.limit(1))
                                    _ = try context.fetch(Account.all.limit(1))
                                }
                                try context.insert(Owner(name: "\(worker)"))
                                try context.insert(Account(label: "\(worker) \(round)", note: []))
                                try context.save()
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<25 {
                        let found = try outsider.run("SELECT \(scene.count) <= \(most), pg_sleep(0.002)")
                        #expect(found[0][0] == "t")
                    }
                }
                try await group.waitForAll()
            }
            try await second.close()
            let counts = try await scene.stack.perform { context in
                [try context.count(Account.all), try context.count(Owner.all)]
            }
            #expect(counts == [40, 40])
        }
    }
}
