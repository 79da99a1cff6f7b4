import FoundationEssentials
import Granary
import GranaryConformance
import Testing

@Suite(.timeLimit(.minutes(1)), .serialized) struct ContextTests {
    static let layouts = [false, true]

    @Test(arguments: layouts) func savesAndFetchesAGraph(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            let team = Team(code: "A", name: "Ants")
            let ann = Player(name: "Ann", email: "ann@example.org", score: 5, team: team)
            let bob = Player(name: "Bob", score: 7, team: team)
            bob.captain = ann
            try context.insert(bob)
            try verify(context.insertedObjects.count == 3)
            try verify(team.players.map(\.name).sorted() == ["Ann", "Bob"])
            ann.tags.append(Tag(label: "fast"))
            try context.save()
            try verify(!context.hasChanges)
        }
        let found = try await stack.perform { context in
            try context.fetch(Player.where { $0.team.name == "Ants" }.sorted { $0.score.descending })
                .map {
                    "\($0.name) \($0.team?.name ?? "-") \($0.captain?.name ?? "-") \($0.tags.map(\.label))"
                }
        }
        #expect(found == ["Bob Ants Ann []", "Ann Ants - [\"fast\"]"])
        let names = try await stack.perform { context in
            try context.first(Team.all).map { $0.players.map(\.name) } ?? []
        }
        #expect(names == ["Bob", "Ann"])
    }

    @Test(arguments: layouts) func unsavedChangesCountInQueries(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            let team = Team(code: "A", name: "Ants")
            for score in 1...5 { try context.insert(Player(name: "P\(score)", score: score, team: team)) }
            try context.save()
            let third = try required(try context.first(Player.where { $0.score == 3 }))
            third.score = 30
            try context.insert(Player(name: "P6", score: 6, team: team))
            try context.delete(try required(try context.first(Player.where { $0.score == 5 })))
            let names = try context.fetch(
                Player.where { $0.score > 1 }.sorted { $0.score.descending }.limit(3)
            ).map(\.name)
            try verify(names == ["P3", "P6", "P4"])
            try verify(try context.count(Player.all) == 5)
            try verify(team.players.map(\.name).sorted() == ["P1", "P2", "P3", "P4", "P6"])
            team.name = "Bees"
            try verify(try context.count(Player.where { $0.team.name == "Bees" }) == 5)
            try verify(try context.sum(Player.all, of: { $0.score }) == 1 + 2 + 30 + 4 + 6)
            context.rollback()
            try verify(third.score == 3)
            try verify(try context.count(Player.where { $0.team.name == "Ants" }) == 5)
            try verify(team.players.count == 5)
        }
    }

    @Test(arguments: layouts) func deleteRulesAreCarriedOut(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            let team = Team(code: "A", name: "Ants")
            let player = Player(name: "Ann", score: 1, team: team)
            let trophy = Trophy(title: "Cup", holder: team)
            try context.insert(player)
            try context.insert(Contract(salary: 1, team: team))
            try context.insert(trophy)
            try context.save()
            try context.delete(team)
            try verifyThrows { try context.save() }
            trophy.holder = nil
            try context.save()
            try verify(player.team == nil)
            try verify(try context.count(Contract.all) == 0)
            try verify(try context.count(Team.all) == 0)
        }
    }

    @Test(arguments: layouts) func relationshipsLoadInBatches(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            for number in 0..<20 {
                let team = Team(code: "T\(number)", name: "Team \(number)")
                for index in 0..<3 {
                    try context.insert(Player(name: "P\(index)", score: number, team: team))
                }
            }
            try context.save()
        }
        let requests = try await stack.perform { context in
            var count = 0
            for player in try context.fetch(Player.all) where player.team != nil { count += 1 }
            try verify(count == 60)
            return context.statistics.storeRequests
        }
        #expect(requests == 2)
        let walk = try await stack.perform { context in
            let sizes = try context.fetch(Team.all).map { $0.players.count }
            try verify(sizes == Array(repeating: 3, count: 20))
            return context.statistics.storeRequests
        }
        #expect(walk == 2)
    }

    @Test func conflictsCarryBaseMineAndTheirs() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        let first = try stack.makeContext()
        let mine = try #require(try first.object(Team.self, "A"))
        try await stack.perform { context in
            try required(try context.object(Team.self, "A")).name = "Bees"
            try context.save()
        }
        mine.name = "Cats"
        do {
            try first.save()
            Issue.record("The save of a stale object succeeded.")
        } catch let error as GranaryError {
            try verify(error.code == .conflict)
            let conflict = try required(error.conflicts.first)
            try verify(conflict.base?["name"] == .text("Ants"))
            try verify(conflict.mine?["name"] == .text("Cats"))
            try verify(conflict.theirs?["name"] == .text("Bees"))
        }
        #expect(mine.name == "Cats")
        first.options.mergePolicy = .memoryWins
        try first.save()
        let name = try await stack.perform { try $0.object(Team.self, "A")?.name }
        #expect(name == "Cats")
    }

    @Test func uniqueValuesCanBeSwapped() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            let ann = Player(name: "Ann", email: "a", score: 1)
            let bob = Player(name: "Bob", email: "b", score: 2)
            try context.insert(ann)
            try context.insert(bob)
            try context.save()
            (ann.email, bob.email) = (bob.email, ann.email)
            try context.save()
            try context.insert(Player(name: "Cid", email: "a", score: 3))
            try verifyThrows { try context.save() }
            try required(try context.first(Player.where { $0.name == "Cid" })).email = "c"
            try context.save()
            let rows = try context.select(Player.all.sorted { $0.score.ascending }) { ($0.name, $0.email) }
            try verify(rows.map { $0.1 ?? "" } == ["b", "a", "c"])
        }
    }

    @Test func groupsAndAggregates() async throws {
        let stack = try makeStack(split: true)
        try await stack.perform { context in
            for (code, scores) in [("A", [1, 2]), ("B", [10])] {
                let team = Team(code: code, name: code)
                for score in scores { try context.insert(Player(name: "x", score: score, team: team)) }
            }
            try context.save()
            let groups = try context.grouped(Player.all, by: { $0.team.name }) {
                ($0.score.sum, $0.score.average, $0.count())
            }
            try verify(groups.map(\.group) == ["A", "B"])
            try verify(groups.map(\.values.0) == [3, 10])
            try verify(groups.map(\.values.1) == [1.5, 10])
            try verify(groups.map(\.values.2) == [2, 1])
            try verify(try context.distinct(Player.all) { $0.name } == ["x"])
        }
    }
}
