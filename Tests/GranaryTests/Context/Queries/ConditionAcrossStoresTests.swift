import Granary
import GranaryTestSupport
import Testing

/// A condition that calculates means the same whether what it is about lies in one store or in two.
@Suite(.timeLimit(.minutes(1))) struct ConditionAcrossStoresTests {
    private func context(_ split: Bool) throws -> (PersistentStack, Context) {
        let stack = try makeStack(split: split)
        let context = try stack.makeContext()
        let team = Team(code: "A", name: "Ants")
        try context.insert(team)
        try context.insert(Contract(salary: 1, team: team))
        try context.insert(Contract(salary: .max))
        try context.insert(Player(name: "p", email: "b", score: 1, team: team))
        try context.insert(Player(name: "q", score: .max))
        try context.save()
        return (stack, context)
    }

    @Test(arguments: [false, true]) func onlyWhatIsReferredToIsCalculatedWith(_ split: Bool) throws {
        let (stack, context) = try context(split)
        defer { withExtendedLifetime(stack) {} }
        let hired = Player.where { $0.team.contracts.any { $0.salary + 1 > 1 } }
        #expect(try context.fetch(hired).map(\.name) == ["p"])
        let paired = Team.where { $0.players.any { $0.score + 1 > 1 } }
        #expect(try context.fetch(paired).map(\.code) == ["A"])
    }

    @Test(arguments: [false, true]) func whatComesBeforeKeepsAFailureAway(_ split: Bool) throws {
        let (stack, context) = try context(split)
        defer { withExtendedLifetime(stack) {} }
        let named = Player.where { $0.team.name == "Ants" && $0.score + 1 > 0 }
        #expect(try context.fetch(named).map(\.name) == ["p"])
        expectError(.overflow) { try context.fetch(Player.where { $0.score + 1 > 0 }) }
    }

    @Test(arguments: [false, true]) func whatIsComparedBeforeKeepsAFailureAway(_ split: Bool) throws {
        let (stack, context) = try context(split)
        defer { withExtendedLifetime(stack) {} }
        let compared = Player.where { $0.email > $0.team.name && $0.score + 1 > 0 }
        #expect(try context.fetch(compared).map(\.name) == ["p"])
    }
}
