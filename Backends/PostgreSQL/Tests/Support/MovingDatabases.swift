import Foundation
import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// A started stack with three accounts, and a second database for its store.
struct MovingDatabases: Sendable {
    let source: StoreConfiguration
    let target: StoreConfiguration
    let stack: PersistentStack
    let other: OtherDatabase
    /// A connection to the first database.
    let outsider: Outsider
    /// The schema of the store in both databases.
    let name: String
    /// The same as statements write it.
    var schema: String { "\"\(name)\"" }

    /// Runs a test, and removes everything; `server` is that of the second database, by default that of the first.
    static func run(
        _ server: String? = nil, _ body: @Sendable (MovingDatabases) async throws -> Void
    ) async throws {
        let ledger = try Ledger()
        let other = try OtherDatabase(of: server)
        defer { other.drop() }
        let source = ledger.configuration
        var target = source
        if let server { target.options["url"] = server }
        target.options["database"] = other.name
        let scene = MovingDatabases(
            source: source, target: target, stack: try stack(at: source), other: other,
            outsider: try Outsider(TestServer.url()), name: source.options["schema"] ?? "")
        try await scene.stack.start()
        try await scene.stack.perform { context in
            let owner = Owner(id: 1, name: "Ann")
            try context.insert(owner)
            for id in 1...3 { try context.insert(Account(id: id, label: "\(id)", note: ["a"], owner: owner)) }
            try context.save()
        }
        try await body(scene)
        try await scene.stack.close()
        try? PostgreSQLStore.destroy(target)
        try PostgreSQLStore.destroy(source)
        #expect(
            try scene.outsider.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(scene.name)'") == [
                ["0"]
            ])
    }

    static func stack(at place: StoreConfiguration, _ backend: Backend = .postgresql) throws
        -> PersistentStack
    {
        let schema = try Schema("Ledger", configurations: ["Default": [Account.self, Owner.self]])
        let stack = try PersistentStack(schema, registry: StoreRegistry(backends: [backend]))
        try stack.attachPersistentStore(for: place)
        return stack
    }

    func stack(at place: StoreConfiguration) throws -> PersistentStack { try Self.stack(at: place) }

    func move() async throws { try await stack.moveStore(named: "Default", to: target) }

    /// What moving throws.
    func failureOfMoving() async -> GranaryError? {
        do {
            try await move()
            return nil
        } catch {
            return error as? GranaryError
        }
    }

    /// What moving with a watcher throws, by a separate stack.
    func failureOfMoving<Watcher: MoveWatcher>(_ watcher: Watcher.Type) async -> GranaryError? {
        do {
            guard let backend = TestServer.direct.watched(watcher)?.backend else { return nil }
            let stack = try Self.stack(at: source, backend)
            try await stack.start()
            var failure: GranaryError?
            do {
                try await stack.moveStore(named: "Default", to: target)
            } catch {
                failure = error as? GranaryError
            }
            try await stack.close()
            return failure
        } catch {
            return error as? GranaryError
        }
    }

    /// Does what a process does that is killed when it has left the old place.
    func leaveAndDie() throws {
        let move = try #require(try PostgreSQLStore.prepareMove(of: source, to: target))
        try PostgreSQLStore.leave(move)
    }

    private static func labels(_ stack: PersistentStack) async throws -> [String] {
        try await stack.perform { context in
            try context.fetch(Account.all).filter { $0.note == ["a"] || $0.owner == nil }.map(\.label)
                .sorted()
        }
    }

    /// Throws where the store is not at work at its old place, or anything is at the new one.
    func expectAsBefore(labels: [String] = ["1", "2", "3"], schemas: [String] = []) async throws {
        #expect(try await Self.labels(stack) == labels)
        #expect(try other.schemas() == schemas)
        try await expectFound(at: source, labels: labels)
    }

    /// Throws where the store is not at work at its new place, or anything is at the old one.
    func expectMoved() async throws {
        #expect(try await Self.labels(stack) == ["1", "2", "3"])
        #expect(try other.schemas() == [name])
        #expect(try outsider.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(name)'") == [["0"]])
        // Keys are given out further on, and versions compared.
        try await stack.perform { context in
            let account = Account(label: "new")
            try context.insert(account)
            try context.save()
            #expect(account.id == 4)
        }
    }

    /// Throws where a start does not find the store at a place.
    func expectFound(at place: StoreConfiguration, labels: [String] = ["1", "2", "3"]) async throws {
        let stack = try Self.stack(at: place)
        try await stack.start()
        #expect(try await Self.labels(stack) == labels)
        try await stack.close()
    }
}
