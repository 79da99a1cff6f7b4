import Granary
import GranaryConformance
import Testing

/// Inserting an object inserts what it refers to, all or nothing.
@Suite(.timeLimit(.minutes(1))) struct InsertedGraphTests {
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
        #expect(context.insertedObjects.count == 3)
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
}
