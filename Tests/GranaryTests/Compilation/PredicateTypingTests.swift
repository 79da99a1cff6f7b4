import Testing

/// Which predicates compile, and which do not, with what the compiler says and how soon; the checker makes the compiler
/// give up on an expression that takes it long.
@Suite(.timeLimit(.minutes(10))) struct PredicateTypingTests {
    static let valid = [
        "$0.score > 60", "$0.delay > 60", "$0.delay == nil", "$0.active", "!$0.active && $0.score != 3",
        "$0.team.name == \"United\"", "$0.team.name == nil", "$0.team == nil", "$0.score * 2 + 1 > 7",
        "$0.name.hasPrefix(\"a\", .caseInsensitive) || $0.score.isIn([1, 2])", "$0.delay >= $0.delay",
        "$0.team.players.count > 3", "$0.team.players.any { $0.score > 3 && $0.active }",
        "$0.team.players.sum { $0.score } > 3", "$0.team.players.maximum { $0.delay } == $0.delay",
        "$0.team.players.first { $0.score.descending }.name == \"x\"", "$0.team.objectID == nil",
        "$0.team.players.first { $0.score }.delay > 3", "$0.team.players.first() == nil",
        "$0.team == ObjectID(\"a\")", "$0.team.objectID != ObjectID(\"a\")",
        "$0.team.objectID == $0.team.objectID",
        "5 * $0.score > 10", "2000 <= $0.score", "100 - $0.delay > 3", "nil == $0.delay", "\"x\" != $0.name",
        "2 * $0.score + 3 * $0.delay > 7", "1 - $0.score * 2 > 3 && 7 < $0.score", "number / $0.score < 3",
        "$0.delay == $0.score", "$0.score != $0.delay && $0.score > $0.delay", "$0.delay <= $0.score * 2 + 1",
        "($0.delay ?? $0.score) * 2 > 3", "($0.delay ?? $0.delay ?? 0) > 3", "($0.delay ?? $0.delay) == nil",
    ]
    /// Wrong ones for which the compiler, as it says itself, finds no message.
    static let wordless = ["$0.team.name > 5"]

    /// Closures of every form that a query may have.
    static let forms = [
        "{ return $0.score > 60 }", "{ player in let least = 3; return player.score > least }",
        "{ flag ? $0.active : !$0.active }", "{ _ in }", "(\\.active)", "(condition)",
        "{ if let city { $0.name == city } }",
        "{ if flag { $0.active } else { $0.score > 3; $0.delay == nil } }",
        "{ for word in words { $0.name.contains(word) } }",
        "{ player in switch number { case 1: player.active\ndefault: player.score == number } }",
        "{ let least = number + 1; $0.score > least }",
        "{ let late = $0.delay == nil; late && $0.score > 3 }",
        "{ let free = $0.team != nil; free || $0.active }",
        "{ $0.score * 2 + 5 > 10\n$0.score % 7 == 3 || $0.delay == nil }",
        "{ $0.team.players.any { $0.score > 3; if let city { $0.name == city } } }",
        "{ $0.team.players.count { $0.active; $0.score > 3 } > $0.score }",
        "{ $0.team.players.sum { $0.score } where: { $0.active; $0.score > 3 } > $0.score }",
    ]

    @Test func validOnesCompile() throws {
        let lines = Self.valid.map { "    _ = Player.where { \($0) }" }
        let errors = try TypeChecker.errors(
            in: "func run(_ number: Int) {\n\(lines.joined(separator: "\n"))\n}")
        #expect(errors == [])
    }

    @Test func everyFormOfAClosureCompiles() throws {
        let lines = Self.forms.map { "    _ = Player.where \($0)" }
        let parameters = "_ city: String?, _ words: [String], _ number: Int, _ flag: Bool"
        let condition = "let condition: (Player.Fields) -> Condition<Player> = { $0.active }"
        let errors = try TypeChecker.errors(
            in: "func run(\(parameters)) {\n\(condition)\n\(lines.joined(separator: "\n"))\n}")
        #expect(errors == [])
    }

    /// A wrong calculation with nothing of Granary in it, which takes the compiler some seconds.
    private static let reference = """
        private func reference(_ numbers: [Double]) {
            _ = numbers.map { -$0 * 2 + 5 - 3 * $0 / 4 + (1 - $0) > "x" }
        }
        """

    @Test func wrongOnesAreRefusedAtTheirPlaceAndSoon() throws {
        #expect(WrongQuery.all.count >= 60)
        let findings = try TypeChecker.findings(inEach: WrongQuery.all.map(\.program) + [Self.reference])
        // Limits are seconds of a machine on which the reference takes four; one that is busy or slower gets more.
        let pace = max(1, (findings.last?.seconds ?? 0) / 4)
        for (query, finding) in zip(WrongQuery.all, findings) {
            let place = ":\(WrongQuery.firstLine + query.place.line - 1):\(query.place.column): error: "
            #expect(
                finding.errors.contains { $0.contains(place) && $0.contains(query.message) },
                "\(query.text): \(finding.errors)")
            #expect(!finding.errors.contains { $0.contains("reasonable time") }, "\(query.text)")
            #expect(finding.seconds < query.seconds * pace, "\(query.text)")
        }
    }

    @Test func wrongOnesWithoutAMessageAreRefused() throws {
        let programs = Self.wordless.map { "private func run() { _ = Player.where { \($0) } }" }
        for (condition, errors) in zip(Self.wordless, try TypeChecker.errors(inEach: programs)) {
            #expect(!errors.isEmpty, "\(condition)")
        }
    }
}
