import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Delete rules hold for long lists, and what others deleted stays deleted.
@Suite(.timeLimit(.minutes(1))) struct DeleteRuleTests {
    @Test(arguments: [false, true]) func deleteRulesAreCarriedOut(split: Bool) async throws {
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

    @Test func deletingAnUnsavedOwnerFreesAllItsMembers() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = Team(code: "C", name: "Cats")
        try context.insert(team)
        let players = (10..<80).map { Player(id: $0, name: "p\($0)", score: 0) }
        for player in players {
            try context.insert(player)
            player.team = team
        }
        players[0].team = nil
        try context.delete(team)
        #expect(throws: Never.self) { try context.save() }
        #expect(try stack.makeContext().count(Player.where { $0.team == ObjectID<Team>("C") }) == 0)
    }

    @Test func denyHoldsForLongLists() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        for number in 0..<70 {
            let trophy = Trophy(title: "t\(number)")
            try context.insert(trophy)
            trophy.holder = team
        }
        try context.save()
        let other = try stack.makeContext()
        let owner = try required(try other.object(Team.self, "A"))
        try other.delete(owner)
        try other.delete(try required(try other.object(Trophy.self, "t3")))
        let error = #expect(throws: GranaryError.self) { try other.save() }
        #expect(error?.context.constraint == .deny, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func aPolicyThatGivesUpAnObjectGivesUpItsPairs() throws {
        let stack = try smallStack()
        let context = try stack.makeContext(ContextOptions().merging(.storeWins))
        let player = try required(try context.object(Player.self, 1))
        player.score = 9
        player.tags.append(Tag(label: "t"))
        let other = try stack.makeContext()
        try other.delete(try required(try other.object(Player.self, 1)))
        try other.save()
        #expect(throws: Never.self) { try context.save() }
    }

    @Test func anObjectThatOthersDeletedDoesNotComeBack() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "B"))
        let player = try required(try context.object(Player.self, 1))
        let other = try stack.makeContext()
        try other.delete(try required(try other.object(Team.self, "B")))
        try other.save()
        try context.refreshAll()
        player.team = team
        expectError(.invalidObject) { try context.save() }
        context.rollback()
        try context.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.count(Team.where { $0.code == "B" }) == 0)
        #expect(try fresh.object(Player.self, 1)?.team == nil)
    }

    @Test func denyHoldsForAnOwnerThatWasNeverSaved() throws {
        let context = try smallStack().makeContext()
        let team = Team(code: "C", name: "Cats")
        let trophy = Trophy(title: "cup", holder: team)
        try context.insert(trophy)
        try context.delete(team)
        let error = #expect(throws: GranaryError.self) { try context.save() }
        #expect(error?.context.constraint == .deny)
        trophy.holder = nil
        try context.save()
        #expect(try context.count(Trophy.all) == 1)
    }
}
