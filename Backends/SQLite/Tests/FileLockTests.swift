import Dispatch
import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// Work on the file of one store holds up no other store of the process: each file has a separate lock.
@Suite(.timeLimit(.minutes(5))) struct FileLockTests {
    /// Holds the thread that comes, until it is opened.
    private final class Gate: Sendable {
        private let reached = DispatchSemaphore(value: 0)
        private let opened = DispatchSemaphore(value: 0)

        /// Says that the thread is here, and holds it.
        func pass() {
            reached.signal()
            opened.wait()
            opened.signal()
        }

        /// Waits until a thread is here; false after a minute.
        func isReached() -> Bool { reached.wait(timeout: .now() + .seconds(60)) == .success }

        /// Lets the thread go on.
        func open() { opened.signal() }
    }

    private struct OtherRows: Error {}

    private let old: Schema
    private let new: Schema

    init() throws {
        old = try Self.schema(isIndexed: false)
        new = try Self.schema(isIndexed: true)
    }

    private static func schema(isIndexed: Bool) throws -> Schema {
        let part = ModelDescription(
            name: "Part", attributes: [.init("id", .integer), .init("code", .text, isIndexed: isIndexed)],
            key: ["id"])
        return try Schema("Parts", descriptions: [(part, nil)])
    }

    /// Makes, fills, copies, opens again and destroys other stores, in other directories and in one, on another thread.
    private func useOthers(beside directory: String) throws {
        try OtherThread {
            for place in [nil, directory] {
                var harness = try Harness()
                if let place { harness.configuration.location = place }
                harness.configuration.file = "other.sqlite"
                let team = try harness.entity("Team")
                let opened = try harness.session()
                try opened.session.insert([SessionTests.team(1)], team)
                try opened.close()
                let copy = try SQLiteStore.copy(harness.configuration, as: .working)
                if let copy { try SQLiteStore.destroy(copy.configuration) }
                let again = try harness.session()
                let count = try again.session.count(FetchRequest(entity: team))
                try again.close()
                if copy == nil || count != 1 { throw OtherRows() }
                try SQLiteStore.destroy(harness.configuration)
            }
        }.finish()
    }

    /// Migrates a store on another thread, and uses others while it is held.
    private func useOthers(
        whileMigrating migrations: [any SchemaMigration], _ gate: Gate,
        _ report: @escaping @Sendable (MigrationProgress) -> Void
    ) throws {
        let harness = try Harness(old)
        try harness.open().close()
        var configuration = harness.configuration
        configuration.onIncompatible = .migrate
        let request = StoreOpenRequest(
            to: new.following(migrations), new.entities.map(\.configuration), configuration)
        let migration = OtherThread {
            try StorePreparation(
                request, SQLiteStore.self, migrations, monitor: MigrationMonitor(nil, report)
            ).open().close()
        }
        defer { gate.open() }
        try #require(gate.isReached())
        try useOthers(beside: harness.directory.path)
        #expect(!migration.isOver)
        gate.open()
        try migration.finish()
        let held = try SQLiteStore.inspect(configuration)?.schema.tables
        #expect(held == StoredSchema(new, ["Default"]).tables)
    }

    @Test func aMigrationInItsTransactionHoldsUpNoOtherStore() throws {
        let gate = Gate()
        // The rows of a table are reported from inside of the transaction, with the lock of the file.
        try useOthers(whileMigrating: [], gate) { if !$0.parts.isEmpty { gate.pass() } }
    }

    @Test func theCodeOfAMigrationHoldsUpNoOtherStore() throws {
        let gate = Gate()
        let migration = Migration(from: old, to: new) { work in
            try work.insert("Part", ["id": .integer(1), "code": .text("c")])
            gate.pass()
        }
        try useOthers(whileMigrating: [migration], gate) { _ in }
    }

    @Test func aFileThatIsHeldHoldsUpNoOther() throws {
        let harness = try Harness()
        try harness.open().close()
        let (gate, path) = (Gate(), harness.path)
        let holder = OtherThread {
            OpenFiles.shared.withLock(of: StorePath(at: path)) { _ in gate.pass() }
        }
        defer { gate.open() }
        try #require(gate.isReached())
        let waiting = OtherThread { try harness.open().close() }
        try useOthers(beside: harness.directory.path)
        #expect(!waiting.isOver)
        gate.open()
        try holder.finish()
        try waiting.finish()
    }
}
