import Granary
import GranaryTestSupport
import Testing

/// An error while rows are read ends the answer; nothing is asked of the engine that it does not allow.
@Suite struct FailedReadingTests {
    private static func store() throws -> WatchedStore {
        let desk = try Desk()
        try desk.insertPlayers(300) { _ in
            ["name": .text("n"), "score": .integer(1), "rating": .real(2)]
        }
        return try WatchedStore(desk)
    }

    private static func requests(_ player: Entity) -> [(String, FetchRequest)] {
        func equal(_ name: String, _ value: Value) -> ExpressionTree {
            .compare(.equal, .attribute(path: [], name: name), .literal(value))
        }
        var backwards = FetchRequest(entity: player)
        backwards.sort = [SortTerm(.attribute(path: [], name: "id"), isDescending: true)]
        var index = FetchRequest(entity: player)
        index.predicate = equal("name", .text("n"))
        var both = FetchRequest(entity: player)
        both.predicate = .and(equal("score", .integer(1)), equal("rating", .real(2)))
        return [
            ("the table", FetchRequest(entity: player)), ("the table backwards", backwards),
            ("an index", index), ("an intersection", both),
        ]
    }

    @Test func anErrorEndsTheAnswer() throws {
        let store = try Self.store()
        let (session, engine) = (store.session, store.engine)
        for (name, request) in Self.requests(try store.desk.entity("Player")) {
            let cursor = try session.fetch(request).cursor
            for _ in 0..<10 { #expect(try cursor.advance(), "\(name)") }
            engine.watch { throw GranaryError(.corrupt, "damaged") }
            #expect(failure { _ = try cursor.advance() }?.code == .corrupt, "\(name)")
            engine.watch(nil)
            // The row before lay in memory of the cursor.
            #expect(cursor.isNull(at: 0) && failure { _ = try cursor.integer(at: 0) }?.code == .malformed)
            for _ in 0..<3 { #expect(try !cursor.advance(), "\(name)") }
            #expect(engine.counts.misuses == 0, "\(name)")
            // The cursor that has failed is not used again, and the store is as good as before.
            #expect(try session.count(request) == 300, "\(name)")
            #expect(engine.counts.cursors > 0, "\(name)")
            try session.refresh()
        }
        try store.close()
    }

    @Test func anErrorInARangeThatIsEnteredEndsTheAnswer() throws {
        let store = try Self.store()
        var request = FetchRequest(entity: try store.desk.entity("Player"))
        request.predicate = .isIn(.attribute(path: [], name: "id"), [.integer(1), .integer(2), .integer(3)])
        let cursor = try store.session.fetch(request).cursor
        #expect(try cursor.advance())
        let engine = store.engine
        // The step out of the first range is well, the one into the second is not.
        engine.watch { if engine.counts.steps == 2 { throw GranaryError(.corrupt, "damaged") } }
        #expect(failure { _ = try cursor.advance() }?.code == .corrupt)
        engine.watch(nil)
        #expect(try !cursor.advance() && engine.counts.steps == 0 && engine.counts.misuses == 0)
        try store.close()
    }
}
