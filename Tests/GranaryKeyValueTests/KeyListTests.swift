import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Rows of a list of keys are found however close together the keys lie.
@Suite(.timeLimit(.minutes(1))) struct KeyListTests {
    private static func insert(_ desk: Desk, _ ids: [Int64]) throws {
        var changes = ChangeSet()
        let player = try desk.entity("Player")
        changes.insert(player, ids.map { ["id": .integer($0), "name": .text("n")] })
        #expect(try desk.session.commit(changes).conflicts.isEmpty)
    }

    private static func found(
        _ session: any StoreSession, _ player: Entity, _ keys: [Int64], isDescending: Bool = false
    ) throws -> [Int64] {
        var request = FetchRequest(entity: player)
        request.selection = .keys(keys.map(ObjectKey.integer))
        if isDescending { request.sort = [SortTerm(.attribute(path: [], name: "id"), isDescending: true)] }
        let cursor = try session.fetch(request).cursor
        defer { cursor.close() }
        var ids: [Int64] = []
        while try cursor.advance() { ids.append(try cursor.integer(at: 0)) }
        return ids
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func everyListFindsItsRows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let desk = try Desk()
        let density = Double.random(in: 0.02...1, using: &random)
        let stored = (0..<Int64(400)).filter { _ in Double.random(in: 0...1, using: &random) < density }
        try Self.insert(desk, stored)
        let player = try desk.entity("Player")
        for _ in 0..<12 {
            let wish = Double.random(in: 0.02...1, using: &random)
            let begin = Int64.random(in: -20...300, using: &random)
            var keys = (begin..<begin + 200).filter { _ in Double.random(in: 0...1, using: &random) < wish }
            keys.shuffle(using: &random)
            let wanted = stored.filter(Set(keys).contains)
            let (up, down) = (
                try Self.found(desk.session, player, keys),
                try Self.found(desk.session, player, keys, isDescending: true)
            )
            #expect(up == wanted && down == wanted.reversed(), "seed \(seed), keys \(keys)")
        }
        try desk.close()
    }

    @Test func keysThatLieCloseTogetherAreReachedByOneCursor() throws {
        let desk = try Desk()
        try Self.insert(desk, Array(0..<1_000))
        let store = try WatchedStore(desk)
        let player = try desk.entity("Player")
        for (distance, looksUp) in [(Int64(1), false), (4, false), (20, true)] {
            try store.session.refresh()
            store.engine.watch(nil)
            let keys = (0..<50).map { $0 * distance }
            #expect(try Self.found(store.session, player, keys) == keys)
            let counts = store.engine.counts
            #expect(counts.cursors == 1 && counts.misuses == 0)
            // Where they do not, it is given up at the second of them.
            let expected = looksUp ? 1 + 4 + 49 : 1 + 49 * Int(distance)
            #expect(counts.steps == expected, "keys \(distance) apart")
        }
        try store.close()
    }

    @Test(arguments: 1...60) func aStepThatFailsIsNoLossOfRowsThatCanBeRead(failing: Int) throws {
        let desk = try Desk()
        try Self.insert(desk, Array(0..<100))
        let store = try WatchedStore(desk)
        let (player, engine) = (try desk.entity("Player"), store.engine)
        engine.watch { if engine.counts.steps == failing { throw GranaryError(.corrupt, "damaged") } }
        let keys = Array(Int64(0)..<50)
        #expect(try Self.found(store.session, player, keys) == keys)
        engine.watch(nil)
        #expect(try store.session.count(FetchRequest(entity: player)) == 100)
        #expect(engine.counts.misuses == 0)
        try store.close()
    }

    @Test func aRowThatCannotBeReadIsAnError() throws {
        let desk = try Desk()
        try Self.insert(desk, Array(0..<100))
        let store = try WatchedStore(desk)
        let (player, engine) = (try desk.entity("Player"), store.engine)
        engine.watch { if engine.counts.steps >= 20 { throw GranaryError(.corrupt, "damaged") } }
        #expect(
            failure { _ = try Self.found(store.session, player, Array(Int64(0)..<50)) }?.code == .corrupt)
        try store.close()
    }
}
