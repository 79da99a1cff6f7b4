import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Strategies on the memory store, beyond what the conformance kit promises of them on every backend.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ContextStrategyTests {
    private func stack(_ strategy: any ContextStrategy) async throws -> PersistentStack {
        let stack = try makeStack(strategy: strategy)
        try await store(stack) { try $0.insert(Team(code: "A", name: "Ants")) }
        return stack
    }

    /// Changes the store beside every context that is there.
    private func store(
        _ stack: PersistentStack, _ change: @escaping @Sendable (Context) throws -> Void
    ) async throws {
        let context = try stack.makeContext()
        try change(context)
        try context.save()
    }

    private func rename(_ stack: PersistentStack, to name: String) async throws {
        try await store(stack) { try required(try $0.object(Team.self, "A")).name = name }
    }

    @Test(arguments: [StandardContextStrategy.direct, .nested, .mixed])
    func theMainContextFollows(_ strategy: StandardContextStrategy) async throws {
        let stack = try await stack(strategy)
        let main = try stack.mainContext
        let team = try #require(try main.object(Team.self, "A"))
        try await rename(stack, to: "Bees")
        #expect(try main.fetch(Team.all).map(\.name) == ["Bees"])
        #expect(team.name == "Bees")
        team.name = "Cats"
        try main.save()
        let stored = try stack.makeContext().object(Team.self, "A")?.name
        #expect(stored == "Cats")
        try await stack.close()
    }

    @Test func aCancelledTaskDoesNotBeginANestedUnitOfWork() async throws {
        let stack = try await stack(.nested)
        let task = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stack.perform { try $0.count(Team.all) }
        }
        let error = await #expect(throws: GranaryError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try await stack.close()
    }
}
