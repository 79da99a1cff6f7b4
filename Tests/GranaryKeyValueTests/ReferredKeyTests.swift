import Granary
import Testing

/// The key of a row that another one refers to stands in that one, and is not looked for elsewhere.
@Suite struct ReferredKeyTests {
    private static func store(players: Int64) throws -> WatchedStore {
        let desk = try Desk()
        for id in 0..<players {
            try desk.insert("Team", ["id": .integer(id), "name": .text("team \(id)")])
        }
        // The last one has no team.
        try desk.insertPlayers(players + 1) { id in
            ["name": .text("n"), "team": id < players ? .integer(id) : .null]
        }
        return try WatchedStore(desk)
    }

    /// The result rows of a grouping by an attribute of the team, and the steps the engine took for them.
    private func groups(_ name: String, _ store: WatchedStore) throws -> (rows: [[Value]], steps: Int) {
        var request = AggregateRequest(rows: FetchRequest(entity: try store.desk.entity("Player")))
        request.groups = [.attribute(path: ["team"], name: name)]
        request.columns = [.group(0), .count]
        try store.session.refresh()
        store.engine.watch(nil)
        let rows = try #require(try store.session.aggregate(request))
        return (rows, store.engine.counts.steps)
    }

    @Test func groupingByTheKeyOfAReferredRowReadsNoOtherRows() throws {
        let store = try Self.store(players: 300)
        let (byKey, byName) = (try groups("id", store), try groups("name", store))
        #expect(byKey.rows == [[.null, .integer(1)]] + (0..<300).map { [.integer($0), .integer(1)] })
        #expect(byName.rows.count == 301)
        // A step for each row, and one for each other row that has to be found.
        #expect(byKey.steps < 310 && byName.steps >= 600, "\(byKey.steps) and \(byName.steps) steps")
        try store.close()
    }

    @Test func conditionsOnTheKeyOfAReferredRowSayTheSame() throws {
        let store = try Self.store(players: 20)
        func count(_ predicate: ExpressionTree) throws -> Int? {
            var request = FetchRequest(entity: try store.desk.entity("Player"))
            request.predicate = predicate
            return try store.session.count(request)
        }
        let key = ExpressionTree.attribute(path: ["team"], name: "id")
        #expect(try count(.compare(.less, key, .literal(.integer(7)))) == 7)
        #expect(try count(.compare(.equal, key, .literal(.null))) == 1)
        try store.close()
    }
}
