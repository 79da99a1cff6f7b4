import Granary
import GranaryConformance
import Testing

/// A child's save makes of its parent what the child is, or leaves it as it was.
@Suite(.timeLimit(.minutes(1))) struct ChildTests {
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
