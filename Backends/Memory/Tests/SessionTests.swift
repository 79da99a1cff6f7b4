import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

/// What a session promises: one snapshot, keys that are never reused, staging, interruption, and an end.
@Suite struct SessionTests {
    let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.commit {
            for id in 1...500 as ClosedRange<Int64> {
                try $0.insert(
                    "Player", ["id": .integer(id), "name": .text("p\(id)"), "score": .integer(id % 10)])
            }
        }
    }

    @Test func aSessionReadsOneSnapshot() throws {
        let reader = try desk.another()
        #expect(try reader.session.count(reader.request("Player")) == 500)
        let answer = try reader.session.fetch(reader.request("Player"))
        #expect(try answer.cursor.advance())
        try desk.commit {
            try $0.delete("Player", .integer(500))
            try $0.update("Player", .integer(499), ["score": .integer(77)])
        }
        // Other reads of the session do not end the cursor.
        #expect(try reader.session.count(reader.request("Player")) == 500)
        #expect(try reader.row("Player", .integer(499))?[4] == .integer(9))
        #expect(try answer.cursor.rest(of: reader.entity("Player")).count == 499)
        try reader.session.refresh()
        #expect(try reader.session.count(reader.request("Player")) == 499)
        #expect(try reader.row("Player", .integer(499))?[4] == .integer(77))
    }

    @Test func aSessionSeesItsOwnCommitsAndThoseBefore() throws {
        let other = try desk.another()
        #expect(try other.session.count(other.request("Player")) == 500)
        try desk.commit { try $0.insert("Player", ["id": .integer(501), "name": .text("x")]) }
        try other.commit { try $0.insert("Player", ["id": .integer(502), "name": .text("y")]) }
        #expect(try other.session.count(other.request("Player")) == 502)
    }

    @Test func cursorsEndWithTheSnapshot() throws {
        let answer = try desk.session.fetch(desk.request("Player"))
        #expect(try answer.cursor.advance())
        try desk.session.refresh()
        #expect(try !answer.cursor.advance())
        let next = try desk.session.fetch(desk.request("Player"))
        next.cursor.close()
        next.cursor.close()
        #expect(try !next.cursor.advance())
        #expect(next.cursor.isNull(at: 0))
        expectError(.malformed) { try next.cursor.text(at: 1) }
    }

    @Test func cursorsAreTyped() throws {
        let cursor = try desk.session.fetch(desk.request("Player")).cursor
        expectError(.malformed) { try cursor.integer(at: 0) }
        #expect(try cursor.advance())
        #expect(try cursor.integer(at: 0) == 1)
        #expect(try cursor.text(at: 1) == "p1")
        #expect(cursor.isNull(at: 2))
        #expect(cursor.isNull(at: 99))
        expectError(.malformed) { try cursor.text(at: 0) }
        expectError(.malformed) { try cursor.integer(at: 1) }
        expectError(.malformed) { try cursor.decimal(at: 99) }
    }

    @Test func reservedKeysAreNeverReused() throws {
        let entity = try desk.entity("Player")
        #expect(try desk.session.reserveKeys(10, of: entity) == 501)
        #expect(try desk.another().session.reserveKeys(1, of: entity) == 511)
        try desk.commit { try $0.insert("Player", ["id": .integer(900), "name": .text("x")]) }
        try desk.commit { try $0.delete("Player", .integer(900)) }
        #expect(try desk.session.reserveKeys(5, of: entity) == 901)
        _ = try? desk.commit {
            try $0.insert("Player", ["id": .integer(2000), "name": .text("x")])
            try $0.insert("Player", ["id": .integer(2000), "name": .text("y")])
        }
        #expect(try desk.session.reserveKeys(1, of: entity) == 906)
        expectError(.unsupported) { try desk.session.reserveKeys(0, of: entity) }
        expectError(.unsupported) { try desk.session.reserveKeys(1, of: desk.entity("Tag")) }
        try desk.commit { try $0.insert("Player", ["id": .integer(.max), "name": .text("x")]) }
        expectError(.overflow) { try desk.session.reserveKeys(1, of: entity) }
    }

    @Test func missingKeys() throws {
        let keys: [ObjectKey] = [.integer(3), .integer(0), .text("3"), .integer(501), .integer(500)]
        #expect(
            try desk.session.missing(keys, of: desk.entity("Player")) == [
                .integer(0), .text("3"), .integer(501),
            ])
    }

    @Test func aStagedSaveIsSeenWhenItIsFinished() throws {
        guard let session = desk.session as? any StagingSession else { return #expect(Bool(false)) }
        var changes = Desk.Changes(desk: desk)
        try changes.insert("Player", ["id": .integer(600), "name": .text("x")])
        #expect(try session.stage(changes.set).conflicts.isEmpty)
        let other = try desk.another()
        #expect(try other.row("Player", .integer(600)) == nil)
        expectError(.invalidObject) { try session.stage(changes.set) }
        try session.finishStaged()
        try other.session.refresh()
        #expect(try other.row("Player", .integer(600)) != nil)
    }

    @Test func anAbandonedSaveLeavesNothingAndLetsOthersIn() throws {
        guard let session = desk.session as? any StagingSession else { return #expect(Bool(false)) }
        var changes = Desk.Changes(desk: desk)
        try changes.insert("Player", ["id": .integer(600), "name": .text("x")])
        for _ in 0..<2 {
            #expect(try session.stage(changes.set).conflicts.isEmpty)
            session.abandonStaged()
        }
        let other = try desk.another()
        try other.commit { try $0.insert("Player", ["id": .integer(600), "name": .text("y")]) }
        // A save that fails, and a session that ends with a staged save, do not hold the gate either.
        expectError(.constraint) { try session.stage(changes.set) }
        var later = Desk.Changes(desk: desk)
        try later.insert("Player", ["id": .integer(601), "name": .text("x")])
        #expect(try session.stage(later.set).conflicts.isEmpty)
        session.end()
        try other.commit { try $0.insert("Player", ["id": .integer(601), "name": .text("y")]) }
    }

    @Test func anInterruptedCallThrows() throws {
        let cursor = try desk.session.fetch(desk.request("Player")).cursor
        #expect(try cursor.advance())
        desk.session.interrupter()
        expectError(.cancelled) { try cursor.advance() }
        // The next call is not interrupted any more.
        #expect(try desk.session.count(desk.request("Player")) == 500)
    }

    @Test func anInterruptedSaveLeavesNothing() throws {
        let entity = try desk.entity("Player")
        let interrupter = desk.session.interrupter
        var changes = ChangeSet()
        let rows = (1000..<1100 as Range<Int64>).map { id -> any RowEncodable in
            let row = Record(of: entity, ["id": .integer(id), "name": .text("x")])
            return id == 1050 ? InterruptingRow(row, interrupter) : row
        }
        changes.inserts = [InsertBatch(entity: entity, rows: rows)]
        expectError(.cancelled) { try desk.session.commit(changes) }
        #expect(try desk.session.count(desk.request("Player")) == 500)
        #expect(try desk.session.commit(changes.withoutInterruption).conflicts.isEmpty)
    }

    @Test func anEndedSessionAndAClosedStoreRefuse() throws {
        let other = try desk.another()
        desk.session.end()
        desk.session.end()
        expectError(.closed) { try desk.session.fetch(desk.request("Player")) }
        expectError(.closed) { try desk.session.commit(ChangeSet()) }
        try desk.store.close()
        try desk.store.close()
        expectError(.closed) { try desk.store.makeSession() }
        #expect(try other.session.count(other.request("Player")) == 500)
    }

    @Test func aReadOnlyStoreRefusesToWrite() throws {
        let desk = try Desk(isReadOnly: true)
        expectError(.denied) { try desk.commit { try $0.insert("Tag", ["label": .text("x")]) } }
        expectError(.unsupported) { try desk.session.reserveKeys(1, of: desk.entity("Player")) }
        #expect(try desk.firsts("Tag").isEmpty)
    }

    @Test func theBackendIsRegisteredByItsName() throws {
        var registry = StoreRegistry()
        try registry.register(MemoryStore.self)
        #expect(try registry.backend(for: .memory) == MemoryStore.self)
        let configuration = StoreConfiguration(name: "a", type: .memory)
        #expect(MemoryStore.location(of: configuration) == nil)
        #expect(!desk.store.capabilities.contains(.durable))
        #expect(desk.store.identity.configurations == ["Default"])
        let other = try Desk()
        #expect(other.store.identity.id != desk.store.identity.id)
        #expect(try other.firsts("Player").isEmpty)
    }
}

/// A row that interrupts its session while it is written.
private final class InterruptingRow: RowEncodable {
    private let row: Record
    private let interrupter: @Sendable () -> Void

    init(_ row: Record, _ interrupter: @escaping @Sendable () -> Void) {
        self.row = row
        self.interrupter = interrupter
    }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
        interrupter()
        row.encode(properties, of: entity, into: writer)
    }
}

extension ChangeSet {
    /// The same without the row that interrupts.
    fileprivate var withoutInterruption: ChangeSet {
        var changes = self
        for index in changes.inserts.indices {
            changes.inserts[index].rows.removeAll { $0 is InterruptingRow }
        }
        return changes
    }
}
