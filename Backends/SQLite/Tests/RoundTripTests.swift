import FoundationEssentials
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RoundTripTests {
    @Test func everyKindOfValueComesBackAsItWas() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let player = try harness.entity("Player")
        let row = DynamicRow([
            "id": .uuid(UUID(number: 7)), "name": .text("Zoë \u{1F3C0} \"O'Neil\" e\u{301}"),
            "nick": .text(""),
            "score": .integer(.min), "bonus": .integer(.max), "rating": .real(-0.1), "active": .bool(true),
            "born": .date(-62_135_596_800_000_000), "photo": .data(Data([0, 255, 1])),
            "salary": .decimal(Decimal(string: "-12345678901234567890.000123456789")!),
            "extra": .text("{\"a\":[1]}"),
        ])
        let result = try opened.session.insert([row], player)
        #expect(result.conflicts.isEmpty && result.version == 1)
        let rows = try opened.session.rows(FetchRequest(entity: player))
        var expected = player.attributes.map { row[$0.name] }
        expected += [.null, .null, .integer(1)]
        #expect(rows == [expected])
    }

    @Test func emptyTextAndEmptyDataAreNotNull() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let player = try harness.entity("Player")
        let row = DynamicRow([
            "id": .uuid(UUID(number: 1)), "name": .text(""), "score": .integer(0), "active": .bool(false),
            "photo": .data(Data()),
        ])
        try opened.session.insert([row], player)
        let values = try opened.session.rows(FetchRequest(entity: player))[0]
        #expect(values[1] == .text("") && values[8] == .data(Data()) && values[2] == .null)
    }

    @Test func longAndManyTextsOfOneRowStayApart() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let tag = try harness.entity("Tag")
        let rows = (0..<40).map { number in
            DynamicRow([
                "code": .text("code \(number)"),
                "label": .text(String(repeating: "ä\(number)", count: number * number * 20)),
            ])
        }
        try opened.session.insert(rows, tag)
        for row in rows {
            var request = FetchRequest(entity: tag)
            request.selection = .keys([row.key(of: tag)])
            #expect(try opened.session.rows(request).first?.prefix(2) == [row["code"], row["label"]])
        }
    }

    @Test func aSecondOpeningFindsEverything() throws {
        let harness = try Harness()
        let team = try harness.entity("Team")
        let first = try harness.session()
        try first.session.insert([DynamicRow(["id": .integer(1), "name": .text("A")])], team)
        let identity = first.store.identity
        try first.close()
        let second = try harness.session()
        defer { try? second.close() }
        #expect(second.store.identity == identity)
        #expect(try second.session.rows(FetchRequest(entity: team)).map { $0[1] } == [.text("A")])
        #expect(
            try second.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team).version
                == 2)
    }

    @Test func valuesThatAreNotOfTheirColumnsKindAreMalformed() throws {
        let harness = try Harness()
        let player = try harness.entity("Player")
        let opened = try harness.session()
        let good = [
            "id": Value.uuid(UUID(number: 1)), "name": .text("a"), "score": .integer(1),
            "active": .bool(true),
        ]
        try opened.session.insert([DynamicRow(good)], player)
        try opened.close()
        let damages = [
            ("score", "'x'"), ("active", "2"), ("name", "CAST(x'ff61' AS TEXT)"), ("name", "x'61'"),
            ("rating", "'r'"),
            ("born", "253402300800000000"), ("salary", "'1.5'"), ("photo", "'text'"), ("id", "x'01'"),
        ]
        for (column, value) in damages {
            try Outsider(harness.path).run("UPDATE Player SET \(column) = \(value)")
            let damaged = try harness.session()
            let error = failure { _ = try damaged.session.rows(FetchRequest(entity: player)) }
            #expect(error?.code == .malformed, "\(column)")
            #expect(error?.context.entity == "Player" && error?.context.properties == [column])
            try damaged.close()
            try Outsider(harness.path).run(
                "UPDATE Player SET id = x'00000000000000000000000000000001', name = 'a', score = 1, active = 1, rating = NULL, born = NULL, salary = NULL, photo = NULL"
            )
        }
    }
}
