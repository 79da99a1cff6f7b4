import Granary
import GranaryTestSupport
import Testing

/// Unique values go from one object to another in one save.
@Suite(.timeLimit(.minutes(1))) struct UniqueValueTests {
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
}
