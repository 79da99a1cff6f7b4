import Granary
import GranaryTestSupport
import Testing

/// A call that is interrupted ends soon, also while it finds nothing.
@Suite struct InterruptionTests {
    private static let wanted: [Int64] = Array(10_000..<20_000)

    private static func store() throws -> WatchedStore {
        let desk = try Desk()
        try desk.insertPlayers(200) { id in
            ["name": .text("name \(id)"), "score": .integer(id % 2)]
        }
        return try WatchedStore(desk)
    }

    /// Interrupts a call at its hundredth step of reading, and expects it to end before another hundred.
    private func interrupts(
        _ name: String, _ call: (any StoreSession, Entity) throws -> Void
    ) throws {
        let store = try Self.store()
        let (session, engine) = (store.session, store.engine)
        let interrupt = session.interrupter
        engine.watch { if engine.counts.steps >= 100 { interrupt() } }
        let error = failure { try call(session, try store.desk.entity("Player")) }
        #expect(error?.code == .cancelled, "\(name)")
        #expect(engine.counts.steps < 200, "\(name)")
        try store.close()
    }

    private func request(_ entity: Entity, _ predicate: ExpressionTree) -> FetchRequest {
        var request = FetchRequest(entity: entity)
        request.predicate = predicate
        return request
    }

    private func own(_ name: String) -> ExpressionTree { .attribute(path: [], name: name) }

    @Test func rangesWithoutEntries() throws {
        try interrupts("count") { session, player in
            let predicate = ExpressionTree.isIn(own("id"), Self.wanted.map { .integer($0) })
            _ = try session.count(request(player, predicate))
        }
        try interrupts("rows") { session, player in
            let predicate = ExpressionTree.isIn(own("name"), Self.wanted.map { .text("none \($0)") })
            let cursor = try session.fetch(request(player, predicate)).cursor
            while try cursor.advance() {}
        }
        try interrupts("estimate") { session, player in
            let predicate = ExpressionTree.and(
                .isIn(own("name"), Self.wanted.map { .text("none \($0)") }),
                .isIn(own("score"), Self.wanted.map { .integer($0) }))
            _ = try session.explain(request(player, predicate))
        }
    }

    @Test func keysOfNoRow() throws {
        try interrupts("selection") { session, player in
            var request = FetchRequest(entity: player)
            // Two that are there and far apart, so that the engine is asked for each of the others.
            request.selection = .keys(([0, 20] + Self.wanted).map { .integer($0) })
            let cursor = try session.fetch(request).cursor
            while try cursor.advance() {}
        }
        try interrupts("missing") { session, player in
            _ = try session.missing(Self.wanted.map { .integer($0) }, of: player)
        }
    }
}
