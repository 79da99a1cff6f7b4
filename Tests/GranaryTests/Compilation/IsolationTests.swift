import Testing

/// What must not compile: a model that leaves its unit of work, in any disguise.
@Suite(.timeLimit(.minutes(10))) struct IsolationTests {
    static let leaks: [(String, String)] = [
        ("the object itself", "{ try $0.fetch(Team.all)[0] }"),
        ("an optional", "{ try $0.first(Team.all) }"),
        ("an array", "{ try $0.fetch(Team.all) }"),
        ("first(where:)", "{ try $0.fetch(Team.all).first { $0.name == \"x\" } }"),
        ("max", "{ try $0.fetch(Team.all).max { $0.name < $1.name } }"),
        ("reduce", "{ try $0.fetch(Team.all).reduce(nil) { $0 ?? $1 } as Team? }"),
        ("a lazy map", "{ try $0.fetch(Team.all).lazy.map { $0 } }"),
        ("an array literal", "{ [try $0.fetch(Team.all)[0]] }"),
        ("a lazy filter", "{ try $0.fetch(Team.all).lazy.filter { $0.name == \"x\" } }"),
        ("a slice", "{ try $0.fetch(Team.all).prefix(1) }"),
        ("a tuple", "{ (try $0.fetch(Team.all)[0], 1) }"),
        ("a dictionary", "{ Dictionary(grouping: try $0.fetch(Team.all), by: \\.code) }"),
        ("a relationship to many", "{ try $0.fetch(Team.all)[0].players }"),
        ("the context", "{ $0 }"),
        ("a closure over the object", "{ let team = try $0.fetch(Team.all)[0]; return { team.name } }"),
        ("a captured variable", "{ kept = try $0.fetch(Team.all)[0] }"),
        ("a captured object", "{ _ in outside.name }"),
    ]

    @Test func cannotLeave() throws {
        let programs = Self.leaks.map { leak in
            """
            private func run(_ stack: PersistentStack, _ outside: Team) async throws {
                var kept: Team? = nil
                let result = try await stack.perform \(leak.1)
                print(result, kept as Any)
            }
            """
        }
        for ((what, _), errors) in zip(Self.leaks, try TypeChecker.errors(inEach: programs)) {
            #expect(!errors.isEmpty, "\(what) could leave the unit of work")
            // Each because of what may be shared, not because the program is wrong otherwise.
            let reasons = ["Sendable", "sending", "concurrently", "concurrent"]
            #expect(
                errors.allSatisfy { error in reasons.contains { error.contains($0) } }, "\(what): \(errors)")
        }
    }

    @Test func cannotLeaveAnAction() throws {
        let bodies = ["try $1.fetch(Team.all)[0]", "$1", "try $1.first(Team.all)"]
        let programs = bodies.map { body in
            """
            private func run(_ stack: PersistentStack) async throws {
                let action = stack.run(.entity(Team.self)) { \(body) }
                print(try await action.result())
            }
            """
        }
        for (body, errors) in zip(bodies, try TypeChecker.errors(inEach: programs)) {
            #expect(!errors.isEmpty, "the result of “\(body)” could leave the action")
            #expect(errors.allSatisfy { $0.contains("Sendable") }, "\(body): \(errors)")
        }
    }

    @Test func valuesLeave() throws {
        let program = """
            func run(_ stack: PersistentStack) async throws {
                let names = try await stack.perform { try $0.fetch(Team.all).map(\\.name) }
                let ids = try await stack.perform { try $0.fetch(Team.all).map(\\.objectID) }
                let snapshots = try await stack.perform { try $0.fetch(Player.all).map(\\.snapshot) }
                print(names, ids, snapshots)
            }
            @MainActor func read(_ stack: PersistentStack) throws -> Int {
                try stack.mainContext.fetch(Team.all).count
            }
            """
        let errors = try TypeChecker.errors(in: program)
        #expect(errors == [])
    }
}
