import Testing

/// Which predicates compile, and which do not; the checker makes the compiler give up on an expression that
/// takes it long.
@Suite(.timeLimit(.minutes(10))) struct PredicateTypingTests {
    static let valid = [
        "$0.score > 60", "$0.delay > 60", "$0.delay == nil", "$0.active", "!$0.active && $0.score != 3",
        "$0.team.name == \"United\"", "$0.team.name == nil", "$0.team == nil", "$0.score * 2 + 1 > 7",
        "$0.name.hasPrefix(\"a\", .caseInsensitive) || $0.score.isIn([1, 2])", "$0.delay >= $0.delay",
        "$0.team.players.count > 3", "$0.team.players.any { $0.score > 3 && $0.active }",
    ]
    static let wrong = [
        "$0.score > \"x\"", "$0.name > 3", "$0.delay", "$0.score == nil", "$0.missing == 1",
        "$0.team.name > 5",
        "$0.active > true && $0.score", "2 * $0.score > 3", "$0.score.hasPrefix(\"a\")",
        "$0.team.players.any { $0.name }",
    ]

    @Test func validOnesCompile() throws {
        let lines = Self.valid.map { "    _ = Player.where { \($0) }" }
        let errors = try TypeChecker.errors(in: "func run() {\n\(lines.joined(separator: "\n"))\n}")
        #expect(errors == [])
    }

    @Test func wrongOnesAreRefused() throws {
        let programs = Self.wrong.map { "private func run() { _ = Player.where { \($0) } }" }
        for (condition, errors) in zip(Self.wrong, try TypeChecker.errors(inEach: programs)) {
            #expect(!errors.isEmpty, "\(condition)")
            #expect(!errors.contains { $0.contains("reasonable time") }, "\(condition)")
        }
    }
}
