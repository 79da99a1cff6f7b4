import Granary
import GranaryTestSupport
import Testing

/// What is required to be unchanged is so at the save, or nothing is saved.
@Suite(.timeLimit(.minutes(1))) struct RequiredUnchangedTests {
    private static let policies: [MergePolicy] = [
        .error, .storeWins, .memoryWins, .overwrite, .perProperty, .rollback, .custom { _ in .mine },
    ]

    @Test(arguments: 0..<7, [false, true]) func noMergePolicyWaivesIt(_ policy: Int, _ isDeleted: Bool)
        async throws
    {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        var options = stack.backgroundOptions
        options.mergePolicy = Self.policies[policy]
        let context = try stack.makeContext(options)
        let team = try required(try context.object(Team.self, "A"))
        try await stack.perform { context in
            let team = try required(try context.object(Team.self, "A"))
            if isDeleted { try context.delete(team) } else { team.name = "Apes" }
            try context.save()
        }
        context.require(unchanged: team)
        try context.insert(Team(code: "B", name: "Bees"))
        let error = #expect(throws: GranaryError.self) { try context.save() }
        #expect(error?.code == .conflict)
        #expect(try await stack.perform { try $0.count(Team.where { $0.code == "B" }) } == 0)
    }

    @Test @MainActor func aChildRequiresItOfItsParent() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        let parent = try stack.makeContext()
        let child = parent.makeChild()
        let team = try required(try child.object(Team.self, "A"))
        child.require(unchanged: team)
        try child.insert(Team(code: "B", name: "Bees"))
        try child.save()
        try await stack.perform { context in
            try required(try context.object(Team.self, "A")).name = "Apes"
            try context.save()
        }
        #expect(throws: GranaryError.self) { try parent.save() }
    }

    @Test(arguments: [false, true]) @MainActor func newsDoNotWaiveIt(_ isDeleted: Bool) throws {
        let stack = try smallStack()
        let main = try stack.mainContext
        let team = try required(try main.object(Team.self, "A"))
        main.require(unchanged: team)
        let other = try stack.makeContext()
        let theirs = try required(try other.object(Team.self, "A"))
        if isDeleted { try other.delete(theirs) } else { theirs.name = "Apes" }
        try other.save()
        _ = try main.fetch(Player.all)
        #expect(isDeleted ? team._objectState.phase == .detached : team.name == "Apes")
        try main.insert(Team(code: "C", name: "Cats"))
        expectError(.conflict) { try main.save() }
        main.rollback()
        try main.insert(Team(code: "C", name: "Cats"))
        try main.save()
    }

    @Test func anObjectOfAnotherContextIsRefused() throws {
        let stack = try makeStack()
        let (context, other) = (try stack.makeContext(), try stack.makeContext())
        let team = Team(code: "A", name: "Ants")
        try other.insert(team)
        context.require(unchanged: team)
        let error = #expect(throws: GranaryError.self) { try context.save() }
        #expect(error?.code == .invalidObject)
    }
}
