import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Inserting an object inserts what it refers to, all or nothing.
@Suite(.timeLimit(.minutes(1))) struct GraphInsertTests {
    @Test(arguments: [false, true]) func savesAndFetchesAGraph(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            let team = Team(code: "A", name: "Ants")
            let ann = Player(name: "Ann", email: "ann@example.org", score: 5, team: team)
            let bob = Player(name: "Bob", score: 7, team: team)
            bob.captain = ann
            try context.insert(bob)
            try verify(context.changes.inserted.count == 3)
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

    @Test func aReferenceReadsBackBeforeInsertion() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        let player = Player(id: 9, name: "N", score: 0, team: team)
        #expect(player.team === team)
        let other = Player(id: 10, name: "N", score: 0, team: Team(code: "Z", name: "Z"))
        #expect(other.team?.code == "Z")
    }

    @Test func aFailedInsertLeavesNothing() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        _ = try required(try context.object(Team.self, "A"))
        let player = Player(id: 9, name: "N", score: 0, team: Team(code: "A", name: "other"))
        #expect(throws: GranaryError.self) { try context.insert(player) }
        #expect(!context.hasChanges)
        #expect(player.team?.name == "other")
    }

    @Test func twoNewObjectsWithOneKeyAreRefusedTogether() throws {
        let context = try smallStack().makeContext()
        let captain = Player(id: 8, name: "M", score: 0, team: Team(code: "N", name: "one"))
        let player = Player(id: 9, name: "N", score: 0, team: Team(code: "N", name: "two"), captain: captain)
        #expect(throws: GranaryError.self) { try context.insert(player) }
        #expect(!context.hasChanges)
        #expect(player.captain === captain)
        captain.team = player.team
        try context.insert(player)
        #expect(context.changes.inserted.count == 3)
    }

    @Test func aReferenceToAnotherContextIsRefused() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let other = try stack.makeContext()
        let player = Player(id: 9, name: "N", score: 0, team: try other.object(Team.self, "A"))
        let error = #expect(throws: GranaryError.self) { try context.insert(player) }
        #expect(error?.code == .invalidObject)
        #expect(!context.hasChanges)
    }

    @Test func aSnapshotNamesATargetThatHasItsKey() throws {
        let context = try smallStack().makeContext()
        let team = try context.object(Team.self, "A")
        #expect(Player(id: 9, name: "N", score: 0, team: team).snapshot.team == "A")
        #expect(Player(id: 9, name: "N", score: 0, team: Team(code: "Z", name: "Z")).snapshot.team == nil)
    }

    @Test func presentAndNewTargetsAreToldOfTheirMember() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let ants = try required(try context.object(Team.self, "A"))
        let bees = try required(try context.object(Team.self, "B"))
        #expect(ants.players.isEmpty && bees.players.isEmpty)
        let captain = Player(name: "C", score: 0, team: bees)
        let player = Player(name: "Q", score: 0, team: ants, captain: captain)
        try context.insert(player)
        #expect(ants.players.map(\.name) == ["Q"] && bees.players.map(\.name) == ["C"])
        #expect(player.captain === captain && context.changes.inserted.count == 2)
        try context.save()
        let other = try stack.makeContext()
        let stored = try other.fetch(Player.where { $0.name == "Q" }).first
        #expect(stored?.captain?.team?.code == "B" && stored?.team?.code == "A")
        withExtendedLifetime(other) {}
    }

    /// A store that is asked for a key may bring news of what the new object refers to.
    @Test @MainActor func aTargetThatGoesWhileAKeyIsMadeIsInsertedAgain() throws {
        let stack = try smallStack()
        let context = try stack.mainContext
        let team = try required(try context.object(Team.self, "A"))
        let bees = try required(try context.object(Team.self, "B"))
        let session = try FailingSession.replaceSession(of: context)
        session.failing = [.refresh]
        bees.name = "Bugs"
        try context.save()
        let other = try stack.makeContext()
        try other.delete(try required(try other.object(Team.self, "A")))
        try other.save()
        session.failing = []

        let player = Player(name: "N", score: 0, team: team)
        try context.insert(player)
        #expect(player.team === team && team._objectState.phase == .inserted)
        try context.save()
        let stored = try other.fetch(Player.where { $0.name == "N" }).first
        #expect(stored?.team?.name == "Ants")
        withExtendedLifetime(other) {}
    }
}
