import Granary
import GranaryTestSupport
import Testing

/// With the mixed strategy, hooks are called for the objects of the main context alone: nobody sees those of its root.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RootHookTests {
    @Test(arguments: [StandardContextStrategy.direct, .mixed], [false, true])
    func hooksAreCalledOnce(_ strategy: StandardContextStrategy, inBackground: Bool) async throws {
        let stack = try startedStack(
            try Schema("Hooks", models: [LoggedOrder.self, LogLine.self]), strategy: strategy)
        let main = try stack.mainContext
        func save() async throws {
            if inBackground { try await main.saveInBackground() } else { try main.save() }
        }
        let order = LoggedOrder(number: 1)
        try main.insert(order)
        try await save()
        #expect(order.saves == 1)
        #expect(try main.fetch(LogLine.all).map(\.text).sorted() == ["didSave 1", "willInsert 1"])
        #expect(main.changes.inserted.count == 1, "what `didSave` inserts belongs to the next save")
        let reader = try stack.makeContext()
        #expect(try reader.fetch(LogLine.all).map(\.text) == ["willInsert 1"])
        try await save()
        #expect(!main.hasChanges && main.parent?.hasChanges != true)
        #expect(try stack.makeContext().count(LogLine.all) == 2)
        try await stack.close()
    }
}

@Model private final class LoggedOrder {
    @Attribute(.primaryKey) var number: Int
    var saves: Int = 0
}

@Model private final class LogLine {
    var id: Int
    var text: String
}

extension LoggedOrder: WillInsert, DidSave {
    func willInsert(_ save: ModelSave) throws {
        saves += 1
        try save.context.insert(LogLine(text: "willInsert \(saves)"))
    }

    func didSave(_ save: ModelSave) {
        try? save.context.insert(LogLine(text: "didSave \(saves)"))
    }
}
