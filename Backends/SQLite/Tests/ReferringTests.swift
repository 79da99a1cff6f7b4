import FoundationEssentials
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// Rows by what they refer to: through an index, or among all rows, always the same ones.
@Suite(.timeLimit(.minutes(1))) struct ReferringTests {
    private let harness: Harness
    private let opened: Opened
    private let player: Entity

    /// Forty teams with twenty players each, assigned in rotation, and a hundred players without a team.
    init() throws {
        harness = try Harness()
        opened = try harness.session()
        player = try harness.entity("Player")
        let teams = (0..<40).map { DynamicRow(["id": .integer($0), "name": .text("T\($0)")]) }
        try opened.session.insert(teams, try harness.entity("Team"))
        let players = (0..<900).map { number in
            let row = DynamicRow([
                "id": .uuid(UUID(number: UInt64(number))), "name": .text("P\(number)"),
                "score": .integer(Int64(number)), "active": .bool(true),
            ])
            row.refer("team", to: number < 800 ? .integer(Int64(number % 40)) : nil)
            return row
        }
        try opened.session.insert(players, player)
    }

    private func request(_ teams: some Sequence<Int64>) -> FetchRequest {
        var request = FetchRequest(entity: player)
        request.selection = .referring(relationship: "team", to: teams.map { .integer($0) })
        return request
    }

    /// The scores of the players by team, in the order in which they came.
    private func scores(_ request: FetchRequest) throws -> [Value: [Value]] {
        let score = try #require(player.attributePosition("score"))
        let team = try #require(player.relationship("team")).columns.lowerBound
        return Dictionary(grouping: try opened.session.rows(request)) { $0[team] }
            .mapValues { $0.map { $0[score] } }
    }

    private func expected(_ teams: some Sequence<Int64>) -> [Value: [Value]] {
        Dictionary(
            uniqueKeysWithValues: teams.map { team in
                (.integer(team), (0..<20).map { .integer($0 * 40 + team) })
            })
    }

    @Test func mostRowsOfATableAreReadInTheOrderOfTheTable() throws {
        defer { try? opened.close() }
        let all = request(0..<40)
        #expect(try !opened.session.explain(all).statement.contains("WHERE"))
        #expect(try scores(all) == expected(0..<40))
        // Keys that nothing refers to add nothing; players without a team belong to none.
        #expect(try scores(request(0..<60)) == expected(0..<40))
        let some = request(stride(from: 0, to: 40, by: 2))
        #expect(try !opened.session.explain(some).statement.contains("WHERE"))
        #expect(try scores(some) == expected(stride(from: 0, to: 40, by: 2)))
    }

    @Test func fewRowsOfATableAreFoundThroughTheIndex() throws {
        defer { try? opened.close() }
        for few in [request(3..<4), request(0..<7), request(100..<200)] {
            let plan = try opened.session.explain(few)
            #expect(plan.statement.contains("WHERE") && !plan.scansAllRows)
        }
        #expect(try scores(request(0..<7)) == expected(0..<7))
        #expect(try scores(request(100..<200)).isEmpty)
    }

    @Test func aLookUpFindsWhatAFetchFinds() throws {
        defer { try? opened.close() }
        let session = try #require(opened.session as? any LookupSession)
        for number in [0, 7, 899, 7] {
            let cursor = try #require(
                try session.row(.uuid(UUID(number: UInt64(number))), of: player))
            #expect(try cursor.text(at: 1) == "P\(number)")
            cursor.close()
        }
        #expect(try session.row(.uuid(UUID(number: 900)), of: player) == nil)
        #expect(try session.row(.integer(1), of: player) == nil)
        // One that is not closed yet stays where it is when another row is looked up.
        let first = try #require(try session.row(.uuid(UUID(number: 1)), of: player))
        let second = try #require(try session.row(.uuid(UUID(number: 2)), of: player))
        #expect(try first.text(at: 1) == "P1" && second.text(at: 1) == "P2")
        try session.refresh()
        #expect(first.isNull(at: 1) && second.isNull(at: 1))
        session.end()
        #expect(throws: GranaryError.self) { try session.row(.uuid(UUID(number: 1)), of: player) }
    }
}
