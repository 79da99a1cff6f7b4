import FoundationEssentials
import Granary
import GranarySQLite
import GranaryTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionTests {
    static func team(_ id: Int64) -> DynamicRow { DynamicRow(["id": .integer(id), "name": .text("T\(id)")]) }

    @Test func aSessionReadsOneSnapshotUntilItSavesOrRefreshes() throws {
        let harness = try Harness()
        let store = try harness.open()
        defer { try? store.close() }
        let (reader, writer) = try (store.makeSession(), store.makeSession())
        let team = try harness.entity("Team")
        let all = FetchRequest(entity: team)
        try writer.insert([Self.team(1)], team)
        #expect(try reader.count(all) == 1)
        try writer.insert([Self.team(2)], team)
        #expect(try reader.count(all) == 1)
        #expect(try reader.rows(all).count == 1)
        #expect(try reader.missing([.integer(2)], of: team) == [.integer(2)])
        try reader.refresh()
        #expect(try reader.count(all) == 2)
        try writer.insert([Self.team(3)], team)
        #expect(try reader.count(all) == 2)
        try reader.insert([Self.team(4)], team)
        #expect(try reader.count(all) == 4)
        // The first read after a save sees the newest state.
        #expect(try writer.count(all) == 4)
        reader.end()
        writer.end()
    }

    @Test func aCursorGoesOnBesideOtherReads() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let team = try harness.entity("Team")
        try opened.session.insert((1...10).map { Self.team($0) }, team)
        let first = try opened.session.fetch(FetchRequest(entity: team)).cursor
        #expect(try first.advance())
        let second = try opened.session.fetch(FetchRequest(entity: team)).cursor
        #expect(try second.advance() && second.integer(at: 0) == 1)
        #expect(try first.advance() && first.integer(at: 0) == 2)
        first.close()
        #expect(try !first.advance())
        #expect(try second.advance() && second.integer(at: 0) == 2)
        try opened.session.refresh()
        #expect(try !second.advance())
        opened.session.end()
        #expect(try !second.advance())
    }

    @Test func endedAndClosedSessionsSaySo() throws {
        let harness = try Harness()
        let store = try harness.open()
        let team = try harness.entity("Team")
        let (ended, left) = try (store.makeSession(), store.makeSession())
        ended.end()
        ended.end()
        #expect(failure { _ = try ended.count(FetchRequest(entity: team)) }?.code == .closed)
        try store.close()
        try store.close()
        #expect(failure { _ = try left.count(FetchRequest(entity: team)) }?.code == .closed)
        #expect(failure { _ = try store.makeSession() }?.code == .closed)
        #expect(failure { try SQLiteStore.destroy(harness.configuration) }?.code == .locked)
        left.end()
        try SQLiteStore.destroy(harness.configuration)
        #expect(harness.directory.names.isEmpty)
    }

    @Test func thereAreOnlySoManySessions() throws {
        let harness = try Harness(options: ["sessions": "2", "sessionTimeout": "20ms"])
        let store = try harness.open()
        defer { try? store.close() }
        let first = try store.makeSession()
        let second = try store.makeSession()
        let error = failure { _ = try store.makeSession() }
        #expect(error?.code == .timeout && error?.message.contains("All 2 sessions") == true)
        first.end()
        let third = try store.makeSession()
        third.end()
        second.end()
    }

    @Test func aLongFetchIsInterrupted() async throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let team = try harness.entity("Team")
        try opened.session.insert((1...2_000).map { Self.team($0) }, team)
        // Every team is compared with every other: millions of steps.
        var request = FetchRequest(entity: team)
        let isLonely = ExpressionTree.compare(
            .greater, .countOf(path: [], relationship: "players", nil), .literal(.integer(0)))
        request.predicate = isLonely
        let interrupt = opened.session.interrupter
        let cursor = try opened.session.fetch(FetchRequest(entity: team)).cursor
        #expect(try cursor.advance())
        interrupt()
        var rows = 0
        let error = failure { while try cursor.advance() { rows += 1 } }
        #expect(error?.code == .cancelled && rows < 2_000)
        #expect(try opened.session.count(FetchRequest(entity: team)) == 2_000)
    }

    @Test func anInterruptionBetweenCallsStopsTheNext() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let team = try harness.entity("Team")
        opened.session.interrupter()
        #expect(failure { try opened.session.insert([Self.team(1)], team) }?.code == .cancelled)
        #expect(try opened.session.count(FetchRequest(entity: team)) == 0)
        try opened.session.insert([Self.team(1)], team)
        let late = opened.session.interrupter
        opened.session.end()
        late()
        let next = try opened.store.makeSession()
        #expect(try next.count(FetchRequest(entity: team)) == 1)
        next.end()
    }

    @Test func aCommitIsInterruptedAndRolledBack() throws {
        /// Interrupts its session when half of the rows have been written.
        final class Interrupting: RowEncodable {
            let id: Int64
            let interrupt: @Sendable () -> Void
            init(_ id: Int64, _ interrupt: @escaping @Sendable () -> Void) {
                self.id = id
                self.interrupt = interrupt
            }
            func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
                if id == 500 { interrupt() }
                SessionTests.team(id).encode(properties, of: entity, into: writer)
            }
        }
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let team = try harness.entity("Team")
        var changes = ChangeSet()
        let interrupt = opened.session.interrupter
        changes.inserts = [InsertBatch(entity: team, rows: (1...1_000).map { Interrupting($0, interrupt) })]
        #expect(failure { _ = try opened.session.commit(changes) }?.code == .cancelled)
        #expect(try opened.session.count(FetchRequest(entity: team)) == 0)
        try opened.session.insert([Self.team(1)], team)
    }

    @Test func aWaitForTheRightToWriteIsInterrupted() async throws {
        let harness = try Harness()
        let store = try harness.open()
        let team = try harness.entity("Team")
        let holder = try #require(try store.makeSession() as? any StagingSession)
        var changes = ChangeSet()
        changes.inserts = [InsertBatch(entity: team, rows: [Self.team(1)])]
        _ = try holder.stage(changes)
        let interrupters = Mutex<[@Sendable () -> Void]>([])
        let request = harness.request()
        let waiting = Task.detached { () -> GranaryError.Code? in
            let session = try store.makeSession()
            interrupters.withLock { $0.append(session.interrupter) }
            let entity = request.entities.first { $0.name == "Team" }
            let error = failure { try session.insert([SessionTests.team(2)], #require(entity)) }
            session.end()
            return error?.code
        }
        while interrupters.withLock({ $0.isEmpty }) { await Task.yield() }
        interrupters.withLock { $0.first }?()
        #expect(try await waiting.value == .cancelled)
        try holder.finishStaged()
        #expect(try holder.count(FetchRequest(entity: team)) == 1)
        holder.end()
        try store.close()
    }

    @Test func manyThreadsWriteOneAfterTheOther() async throws {
        let harness = try Harness(options: ["synchronous": "normal"])
        let store = try harness.open()
        let request = harness.request()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let session = try store.makeSession()
                    defer { session.end() }
                    guard let team = request.entities.first(where: { $0.name == "Team" }) else { return }
                    for number in 0..<50 {
                        try session.insert([SessionTests.team(Int64(worker * 1_000 + number))], team)
                        let count = try session.count(FetchRequest(entity: team))
                        #expect((count ?? 0) > number)
                    }
                }
            }
            try await group.waitForAll()
        }
        let session = try store.makeSession()
        #expect(try session.count(FetchRequest(entity: try harness.entity("Team"))) == 200)
        session.end()
        try store.close()
    }
}
