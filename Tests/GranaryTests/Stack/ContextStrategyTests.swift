import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Where contexts read from and save to, by the strategy of their stack.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ContextStrategyTests {
    private func stack(_ strategy: any ContextStrategy) async throws -> PersistentStack {
        let stack = try makeStack(strategy: strategy)
        try await store(stack) { try $0.insert(Team(code: "A", name: "Ants")) }
        return stack
    }

    /// Changes the store beside every context that is there.
    private func store(
        _ stack: PersistentStack, _ change: @escaping @Sendable (any Context) throws -> Void
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

    @Test func anIndependentMainContextKeepsItsSnapshot() async throws {
        let stack = try await stack(.independent)
        let main = try stack.mainContext
        let team = try #require(try main.object(Team.self, "A"))
        try await rename(stack, to: "Bees")
        #expect(try main.fetch(Team.all).map(\.name) == ["Ants"])
        try main.refreshAll()
        #expect(team.name == "Bees")
        try await stack.close()
    }

    @Test func nestedUnitsOfWorkWorkOnTheMainContext() async throws {
        let stack = try await stack(.nested)
        let main = try stack.mainContext
        let team = try #require(try main.object(Team.self, "A"))
        team.name = "unsaved"
        let seen = try await stack.perform { context in
            try context.insert(Player(name: "Ann", score: 1, team: try context.object(Team.self, "A")))
            return try context.object(Team.self, "A")?.name
        }
        #expect(seen == "unsaved")
        #expect(team.players.isEmpty)
        try await stack.perform { context in
            try context.insert(Player(name: "Bob", score: 1, team: try context.object(Team.self, "A")))
            try context.save()
        }
        #expect(!main.hasChanges)
        #expect(team.players.map(\.name) == ["Bob"])
        let reader = try stack.makeContext()
        #expect(try reader.fetch(Player.all).map { $0.team?.name } == ["unsaved"])
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

    @Test func unitsOfWorkOfMixedStacksSeeTheStoreOnly() async throws {
        let stack = try await stack(.mixed)
        let main = try stack.mainContext
        try #require(try main.object(Team.self, "A")).name = "unsaved"
        #expect(try await stack.perform { try $0.object(Team.self, "A")?.name } == "Ants")
        try await stack.close()
    }

    /// A strategy of a program's own: a main context that only shows, and units of work that win.
    struct ShowingStrategy: ContextStrategy {
        func mainRoute(_ standard: MainContextRoute) -> MainContextRoute {
            var route = standard
            route.options.saves = .refuse
            return route
        }
        func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute {
            var route = standard
            route.options.mergePolicy = .memoryWins
            return route
        }
    }

    @Test func aStrategyCanBeYourOwn() async throws {
        let stack = try await stack(ShowingStrategy())
        let main = try stack.mainContext
        let team = try #require(try main.object(Team.self, "A"))
        team.name = "main"
        #expect(throws: GranaryError.self) { try main.save() }
        let name = try await stack.perform { context in
            let team = try required(try context.object(Team.self, "A"))
            let other = try stack.makeContext()
            try required(try other.object(Team.self, "A")).name = "theirs"
            try other.save()
            team.name = "mine"
            try context.save()
            return team.name
        }
        #expect(name == "mine")
        try await stack.close()
    }
}
