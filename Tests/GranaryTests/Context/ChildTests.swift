import Granary
import GranaryConformance
import Testing

/// A child's save makes of its parent what the child is, or leaves it as it was.
@Suite(.timeLimit(.minutes(1))) struct ChildTests {
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

    @Test @MainActor func aDetachedStoreIsAnErrorInAChildToo() throws {
        let stack = try leagueStack(split: true)
        let child = try stack.mainContext.makeChild()
        _ = try child.explain(Player.all)
        try stack.detachPersistentStore("Clubs")
        _ = try stack.mainContext
        _ = try child.explain(Player.all)
        try child.insert(Player(name: "Q", score: 0))
        try child.save()
        #expect(throws: GranaryError.self) { try child.explain(Team.all) }
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
