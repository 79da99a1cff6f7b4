import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A child's save makes of its parent what the child is, or leaves it as it was.
@Suite(.timeLimit(.minutes(1))) struct ChildSaveTests {
    @Test(arguments: [false, true]) func aStoredObjectMayReferToANewOne(_ isSplit: Bool) throws {
        let stack = try leagueStack(split: isSplit)
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        try required(try child.object(Player.self, 1)).team = Team(code: "C", name: "Cats")
        try required(try child.first(Contract.all)).team = try child.object(Team.self, "C")
        try child.save()
        let team = try required(try parent.object(Team.self, "C"))
        #expect(try parent.object(Player.self, 1)?.team === team)
        #expect(team.players.map(\.id) == [1])
        #expect(team.contracts.count == 1)
        #expect(try parent.object(Team.self, "A")?.players.isEmpty == true)
        try parent.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.object(Player.self, 1)?.team?.code == "C")
        #expect(try fresh.first(Contract.all)?.team?.code == "C")
    }

    @Test(arguments: [false, true]) func aMemberMayMoveAwayFromADeletedOwner(_ isSplit: Bool) throws {
        let stack = try leagueStack(split: isSplit)
        let parent = try stack.makeContext()
        _ = try parent.object(Team.self, "A")?.contracts.count
        let child = parent.makeChild()
        try required(try child.first(Contract.all)).team = try child.object(Team.self, "B")
        try required(try child.first(Trophy.all)).holder = try child.object(Team.self, "B")
        try child.delete(try required(try child.object(Team.self, "A")))
        try child.save()
        #expect(try parent.count(Contract.all) == 1)
        #expect(try parent.object(Team.self, "B")?.contracts.count == 1)
        try parent.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.first(Contract.all)?.team?.code == "B")
        #expect(try fresh.first(Trophy.all)?.holder?.code == "B")
        #expect(try fresh.object(Player.self, 1)?.team == nil)
        #expect(try fresh.count(Team.all) == 1)
    }

    @Test func aFailedSaveLeavesTheParentAsItWas() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        try child.insert(Team(code: "C", name: "the child's"))
        let other = Team(code: "D", name: "the child's")
        try child.insert(other)
        try child.delete(try required(try child.object(Team.self, "B")))
        try parent.insert(Team(code: "D", name: "the parent's"))
        let error = #expect(throws: GranaryError.self) { try child.save() }
        #expect(error?.code == .constraint)
        #expect(try parent.fetch(Team.all).map(\.code).sorted() == ["A", "B", "D"])
        try child.delete(other)
        try child.save()
        try parent.save()
        let names = try stack.makeContext().fetch(Team.all.sorted { $0.code.ascending }).map(\.name)
        #expect(names == ["Ants", "the child's", "the parent's"])
    }

    @Test func aChangeOfWhatTheParentHasDeletedIsAConflict() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let child = parent.makeChild(ContextOptions())
        try required(try child.object(Team.self, "B")).name = "Bats"
        try parent.delete(try required(try parent.object(Team.self, "B")))
        let error = #expect(throws: GranaryError.self) { try child.save() }
        #expect(error?.code == .conflict)
    }

    @Test func aChangeOfWhatTheParentHasDeletedIsInsertedAgainWhereTheChildWins() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        try required(try child.object(Team.self, "B")).name = "Bats"
        try parent.delete(try required(try parent.object(Team.self, "B")))
        try child.save()
        try parent.save()
        #expect(try stack.makeContext().object(Team.self, "B")?.name == "Bats")
    }

    @Test func aDeletedKeyMayBeTakenAgain() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        try child.delete(try required(try child.object(Team.self, "B")))
        let team = Team(code: "B", name: "Bats")
        try child.insert(team)
        team.players.append(try required(try child.object(Player.self, 1)))
        try child.save()
        #expect(try parent.object(Player.self, 1)?.team?.name == "Bats")
        try parent.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.object(Team.self, "B")?.players.map(\.id) == [1])
    }

    @Test func aNewObjectOfTheParentKeepsItsMembers() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let team = Team(code: "C", name: "Cats")
        try parent.insert(team)
        #expect(team.players.isEmpty)
        let child = parent.makeChild()
        try required(try child.object(Player.self, 1)).team = try child.object(Team.self, "C")
        try child.insert(Team(code: "D", name: "Dogs"))
        try child.insert(Player(id: 2, name: "Q", score: 0, team: try child.object(Team.self, "D")))
        try child.save()
        let other = Player(id: 3, name: "R", score: 0)
        try parent.insert(other)
        let dogs = try required(try parent.object(Team.self, "D"))
        other.team = dogs
        #expect(team.players.map(\.id) == [1])
        #expect(dogs.players.map(\.id).sorted() == [2, 3])
    }

    @Test func pairsGoToTheParent() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let red = try required(try parent.object(Tag.self, "red"))
        #expect(red.players.map(\.id) == [1])
        let child = parent.makeChild()
        let player = try required(try child.object(Player.self, 1))
        player.tags.remove(try required(try child.object(Tag.self, "red")))
        player.tags.append(Tag(label: "blue"))
        try child.save()
        #expect(red.players.isEmpty)
        #expect(try parent.object(Player.self, 1)?.tags.map(\.label) == ["blue"])
        try parent.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.object(Player.self, 1)?.tags.map(\.label) == ["blue"])
    }

    @Test func whatItsParentChangesIsReadEachTime() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        let team = try required(try child.object(Team.self, "A"))
        let theirs = try required(try parent.object(Team.self, "A"))
        for name in ["Apes", "Asps"] {
            theirs.name = name
            #expect(try child.fetch(Team.where { $0.name == name }).map(\.name) == [name])
            theirs.name += "!"
            try child.refreshAll()
            #expect(team.name == name + "!")
        }
        parent.rollback()
        try child.refreshAll()
        #expect(team.name == "Ants")
    }

    @Test func whatAnotherChildSavesIsRead() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let (child, sibling) = (parent.makeChild(), parent.makeChild())
        let (grandchild, other) = (child.makeChild(.child), try required(try sibling.object(Team.self, "B")))
        let mine = try required(try child.object(Team.self, "B"))
        let below = try required(try grandchild.object(Team.self, "B"))
        for name in ["Bats", "Bugs", "Boas"] {
            other.name = name
            try sibling.save()
            try child.refreshAll()
            try grandchild.refreshAll()
            #expect([mine.name, below.name] == [name, name])
        }
        for name in ["Cats", "Cows"] {
            mine.name = name
            try child.save()
            try grandchild.refreshAll()
            #expect(below.name == name)
        }
    }

    @Test func whatIsRequiredIsComparedWithUnsavedChanges() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let theirs = try required(try parent.object(Team.self, "A"))
        theirs.name = "Apes"
        let child = parent.makeChild()
        child.require(unchanged: try required(try child.object(Team.self, "A")))
        try child.insert(Team(code: "C", name: "Cats"))
        try child.save()
        child.require(unchanged: try required(try child.object(Team.self, "A")))
        try child.insert(Team(code: "D", name: "Dogs"))
        theirs.name = "Asps"
        let error = #expect(throws: GranaryError.self) { try child.save() }
        #expect(error?.code == .conflict)
    }

    @Test @MainActor func aDetachedStoreIsAnErrorInAChildToo() throws {
        let stack = try leagueStack(split: true)
        let child = try stack.mainContext.makeChild()
        _ = try child.explain(Player.all)
        try stack.detachPersistentStore("Clubs")
        _ = try stack.mainContext
        _ = try child.explain(Player.all)
        try child.insert(Player(name: "Q", score: 0))
        try child.save()
        try child.insert(Team(code: "Z", name: "Zoo"))
        #expect(throws: GranaryError.self) { try child.explain(Team.all) }
        #expect(throws: GranaryError.self) { try child.save() }
    }
}

/// A stack with two teams, and a player, a contract, a trophy and a tag of the first.
func leagueStack(split: Bool = false, strategy: any ContextStrategy = .direct) throws -> PersistentStack {
    let stack = try makeStack(split: split, strategy: strategy)
    let context = try stack.makeContext()
    let team = Team(code: "A", name: "Ants")
    try context.insert(team)
    try context.insert(Team(code: "B", name: "Bees"))
    let player = Player(id: 1, name: "P", email: "p", score: 1, team: team)
    try context.insert(player)
    try context.insert(Contract(salary: 5, team: team))
    try context.insert(Trophy(title: "Cup", holder: team))
    let tag = Tag(label: "red")
    try context.insert(tag)
    player.tags.append(tag)
    try context.save()
    return stack
}
