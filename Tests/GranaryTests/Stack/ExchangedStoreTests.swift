import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A store that is exchanged below a stack takes its objects and unsaved changes with it.
@Suite(.timeLimit(.minutes(1))) struct ExchangedStoreTests {
    @Test @MainActor func theMainContextCarriesNothingIntoTheNextUsersStore() throws {
        let stack = try makeStack(split: true)
        let context = try stack.mainContext
        try context.insert(Team(code: "A", name: "Ada's"))
        try context.insert(Player(id: 1, name: "Ann", email: nil, score: 1))
        try context.save()
        let team = try required(try context.object(Team.self, "A"))
        let player = try required(try context.object(Player.self, 1))
        try context.insert(Team(code: "B", name: "unsaved"))
        player.name = "Anna"
        try stack.detachPersistentStore("Clubs")
        try stack.attachPersistentStore(for: StoreConfiguration(name: "Clubs", type: "reference"))
        let same = try stack.mainContext
        #expect(same === context)
        #expect(try context.object(Team.self, "A") == nil)
        #expect(try context.count(Team.all) == 0)
        #expect(context.changes.inserted.isEmpty)
        #expect(try context.object(Player.self, 1) === player && context.changes.updated.count == 1)
        team.name = "Bob's"
        try context.save()
        #expect(try context.count(Team.all) == 0)
        #expect(try context.count(Player.where { $0.name == "Anna" }) == 1)
    }
}
