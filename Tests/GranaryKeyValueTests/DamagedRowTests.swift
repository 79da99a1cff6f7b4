import Granary
import GranaryConformance
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// A damaged row is an error with its key, after which the answer goes on.
@Suite struct DamagedRowTests {
    private static func requests(_ player: Entity) -> [(String, FetchRequest)] {
        var index = FetchRequest(entity: player)
        index.predicate = .compare(.equal, .attribute(path: [], name: "name"), .literal(.text("n")))
        var keys = FetchRequest(entity: player)
        keys.selection = .keys((0..<3).map { ObjectKey.integer($0) })
        return [("the table", FetchRequest(entity: player)), ("an index", index), ("keys", keys)]
    }

    @Test func anAnswerGoesOnAfterADamagedRow() throws {
        let desk = try Desk()
        try desk.insertPlayers(3) { id in ["name": .text("n"), "score": .integer(id)] }
        let key = try RecordTests.key(desk, 1)
        // A name of another kind than the column's; a record without an end.
        let damaged: [([UInt8], [String])] = [([1, 5, 0x12, 1], ["name"]), ([1, 5, 0x16], [])]
        for (record, properties) in damaged {
            try desk.behind { try $0.set(key, record) }
            for (name, request) in Self.requests(try desk.entity("Player")) {
                let cursor = try desk.session.fetch(request).cursor
                defer { cursor.close() }
                var found: [Int64] = []
                var errors: [GranaryError] = []
                for _ in 0..<3 {
                    if let error = failure({ _ = try cursor.advance() }) {
                        errors.append(error)
                    } else {
                        found.append(try cursor.integer(at: 0))
                    }
                }
                #expect(try !cursor.advance() && found == [0, 2], "\(name)")
                #expect(errors.map(\.code) == [.malformed], "\(name)")
                #expect(errors.map(\.context.key) == [.integer(1)], "\(name)")
                #expect(errors.map(\.context.properties) == [properties], "\(name)")
            }
        }
        try desk.close()
    }
}
