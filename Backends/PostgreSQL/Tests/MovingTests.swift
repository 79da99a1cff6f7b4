import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// Stores of PostgreSQL move to other databases as well; the kit promises the rest.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(3))) struct MovingTests {
    /// The promises about moving that depend on how a store gets to its place; a long run checks the others too.
    private static let promises = ConformancePromise.all.filter { promise in
        guard promise.requires.contains(.moving), !promise.requires.contains(.files) else { return false }
        return ConformanceEffort.current.isLong || aboutPlaces.contains(where: promise.name.hasPrefix)
    }

    private static let aboutPlaces = [
        "A moved store", "What is saved after a move", "A place that a store has left", "A store moves",
        "A store that was never made", "The new place is told", "When the new place cannot",
        "Destroying the store of",
        "A place where another store is",
    ]

    @Test(arguments: promises)
    func movingToAnotherDatabaseKeeps(_ promise: ConformancePromise) async throws {
        let other = try OtherDatabase()
        defer { other.drop() }
        try await promise.check(on: other.harness).get()
        #expect(try other.schemas() == [])
    }

    @Test func aCopyThatLacksARowIsNoticed() async throws {
        try await MovingDatabases.run { scene in
            let error = await scene.failureOfMoving(ForgottenCopy.self)
            #expect(error?.code == .corrupt, "\(error as Any)")
            try await scene.expectAsBefore()
        }
    }

    @Test func aSaveOfOthersBetweenCopyingAndLeavingIsNotLost() async throws {
        try await MovingDatabases.run { scene in
            let error = await scene.failureOfMoving(SavingBeside.self)
            #expect(error?.code == .conflict, "\(error as Any)")
            try await scene.expectAsBefore(labels: ["1", "2", "3", "theirs"])
        }
    }

    @Test(arguments: ["CREATE TABLE", "CREATE SCHEMA"])
    func aFullDiskAtTheNewPlaceLeavesTheStoreWhereItIs(_ command: String) async throws {
        try await MovingDatabases.run { scene in
            try scene.other.fill(at: command)
            let error = await scene.failureOfMoving()
            #expect(error?.code == .full, "\(error as Any)")
            try await scene.expectAsBefore()
            try scene.other.makeRoom()
            try await scene.move()
            try await scene.expectMoved()
        }
    }

    @Test func aFullDiskAfterTheStoreHasLeftIsMadeGoodByTheNextStart() async throws {
        try await MovingDatabases.run { scene in
            try await scene.stack.stop()
            let error = await scene.failureOfMoving(FullDisk.self)
            #expect(error?.code == .full, "\(error as Any)")
            try scene.other.makeRoom()
            let again = try scene.stack(at: scene.source)
            #expect(failure { try again.start() }?.code == .notFound)
            try await scene.expectFound(at: scene.target)
        }
    }

    @Test func whatOthersHaveMadeOnTheTablesKeepsTheStoreWhereItIs() async throws {
        try await MovingDatabases.run { scene in
            try scene.outsider.run(
                "CREATE VIEW \(scene.schema).seen AS SELECT * FROM \(scene.schema).\"Account\"")
            let error = await scene.failureOfMoving()
            #expect(error?.code == .denied, "\(error as Any)")
            try await scene.expectAsBefore()
            try scene.outsider.run("DROP VIEW \(scene.schema).seen")
        }
    }

    @Test func whatIsNotGranarysAtTheNewPlaceStays() async throws {
        try await MovingDatabases.run { scene in
            let there = try scene.other.outsider()
            try there.run("CREATE SCHEMA \(scene.schema); CREATE TABLE \(scene.schema).theirs (id int)")
            let error = await scene.failureOfMoving()
            #expect(error?.code == .foreign, "\(error as Any)")
            #expect(try there.run("SELECT count(*) FROM \(scene.schema).theirs") == [["0"]])
            try await scene.expectAsBefore(schemas: [scene.name])
        }
    }

    @Test func aServerThatEndsWhileTheStoreIsCopiedLeavesItWhereItIs() async throws {
        try await MovingDatabases.run { scene in
            // The copy waits for a table that somebody else has locked, and is cut off there.
            try scene.outsider.run("BEGIN; LOCK TABLE \(scene.schema).\"Account\"")
            let moving = Task { await scene.failureOfMoving() }
            let watcher = try Outsider(TestServer.url())
            let held =
                "(SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%LOCK TABLE \(scene.schema)%')"
            try watcher.wait(
                until:
                    "EXISTS (SELECT FROM pg_locks WHERE NOT granted AND \(held) = ANY(pg_blocking_pids(pid)))"
            )
            try watcher.run(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND \(held) = ANY(pg_blocking_pids(pid))"
            )
            let error = await moving.value
            #expect(error?.code == .unavailable, "\(error as Any)")
            try scene.outsider.run("ROLLBACK")
            try await scene.expectAsBefore()
        }
    }

    // MARK: Two servers

    @Test func aStoreMovesToAnotherServer() async throws {
        let server = try OwnServer()
        defer { server.stop() }
        try await MovingDatabases.run(server.url) { scene in
            try await scene.move()
            try await scene.expectMoved()
        }
    }

    @Test func whatWasCutShortBetweenTwoServersIsFinishedByMovingAgain() async throws {
        let server = try OwnServer()
        defer { server.stop() }
        try await MovingDatabases.run(server.url) { scene in
            try await scene.stack.close()
            try scene.leaveAndDie()
            // Neither place can ask the other one, and so neither makes an empty store.
            for (place, code) in [(scene.source, GranaryError.Code.notFound), (scene.target, .locked)] {
                let start = try scene.stack(at: place)
                #expect(failure { try start.start() }?.code == code)
                #expect(failure { try PostgreSQLStore.destroy(place) }?.code == code)
            }
            let again = try scene.stack(at: scene.source)
            let error = failure { try again.moveStore(named: "Default", to: scene.target) }
            #expect(error?.code == .configuration, "\(error as Any)")
            try await scene.expectFound(at: scene.target)
            try PostgreSQLStore.destroy(scene.source)
        }
    }
}

/// Fills the disk of the new place when the store has left the old one.
private enum FullDisk: MoveWatcher {
    static func reach(_ step: MoveStep, _ move: StoreMove?, _ base: any MovingBackend.Type) throws {
        guard step == .left, let database = move?.target.options["database"] else { return }
        try OtherDatabase(existing: database).fill(at: "ALTER TABLE")
    }
}

/// Saves at the old place when the copy is complete.
private enum SavingBeside: MoveWatcher {
    static func reach(_ step: MoveStep, _ move: StoreMove?, _ base: any MovingBackend.Type) throws {
        guard step == .compared, let move else { return }
        let stack = try MovingDatabases.stack(at: move.source)
        try stack.start()
        let context = try stack.makeContext()
        try context.insert(Account(id: 4, label: "theirs"))
        try context.save()
        context.close()
        try stack.stop()
    }
}
