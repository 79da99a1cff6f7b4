import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// DESIGN §4, “sort”: total, `nil` first ascending, ties by key in the direction of the last term.
@Suite struct OrderMeaningTests {
    let world: EvaluationWorld
    let rows: [WorldRow]

    init() throws {
        let world = try EvaluationWorld()
        let values: [(Int64, Int64?, String?)] = [
            (1, 5, "b"), (2, nil, "a"), (3, 5, nil), (4, 2, "a"), (5, nil, "b"), (6, 5, "a"),
        ]
        rows = values.map { id, score, name in
            world.add(
                "Player",
                [
                    "id": .integer(id), "score": score.map(Value.integer) ?? .null,
                    "name": name.map(Value.text) ?? .null,
                ])
        }
        self.world = world
    }

    private func order(_ sort: SortTerm..., first: Int? = nil, rows: [WorldRow]? = nil) throws -> [Int64] {
        let sorter = try RowSorter(sort, world.binder())
        return try sorter.sorted(rows ?? self.rows.shuffled(), in: world, first: first).compactMap {
            if case .integer(let id) = $0.value(at: 0) { id } else { nil }
        }
    }

    @Test func withoutTermsByKey() throws {
        #expect(try order() == [1, 2, 3, 4, 5, 6])
    }

    @Test func nilComesFirstAscendingAndLastDescending() throws {
        #expect(try order(SortTerm("score")) == [2, 5, 4, 1, 3, 6])
        #expect(try order(SortTerm("score", isDescending: true)) == [6, 3, 1, 4, 5, 2])
    }

    @Test func tiesFollowTheLastTerm() throws {
        #expect(try order(SortTerm("score", isDescending: true), SortTerm("name")) == [3, 6, 1, 4, 2, 5])
        #expect(try order(SortTerm("score"), SortTerm("active", isDescending: true)) == [5, 2, 4, 6, 3, 1])
    }

    @Test func onlyTheFirst() throws {
        #expect(try order(SortTerm("score"), first: 3) == [2, 5, 4])
        #expect(try order(SortTerm("score"), first: 0) == [])
        #expect(try order(SortTerm("score"), first: 99).count == 6)
    }

    @Test func theFirstOfManyAreThoseOfAll() throws {
        let seed = UInt64.random(in: 0...9999)
        var random = SeededGenerator(seed: seed)
        let many = (0..<5000).map { id in
            WorldRow([.integer(id), .null, .null, .integer(Int64.random(in: 0..<300, using: &random))])
        }
        let all = try order(SortTerm("score", isDescending: true), rows: many)
        for count in [0, 1, 10, 511, 512, 513, 4999, 5000] {
            #expect(
                try order(SortTerm("score", isDescending: true), first: count, rows: many)
                    == Array(all.prefix(count)), "seed \(seed)")
        }
    }

    @Test func structuredValuesHaveNoOrder() {
        expectError(.query) { try RowSorter([SortTerm("extra")], world.binder()) }
        expectError(.query) { try RowSorter([SortTerm("nothing")], world.binder()) }
    }

    @Test func rangesAreNotNegative() throws {
        guard let entity = world.schema.entity("Player") else { return }
        for (offset, limit) in [(-1, nil), (0, -1)] as [(Int, Int?)] {
            var request = FetchRequest(entity: entity)
            (request.offset, request.limit) = (offset, limit)
            expectError(.query) { try request.validate() }
        }
        var request = FetchRequest(entity: entity)
        request.selection = .referring(relationship: "tags", to: [])
        expectError(.query) { try request.validate() }
    }
}
