import Testing

/// What the compiler says of wrong models and calls: one message, at the mistake, with the remedy.
@Suite(.timeLimit(.minutes(10))) struct WrongModelTests {
    /// Wrong calls, with a part of the message.
    static let calls: [(text: String, message: String)] = [
        ("_ = try context.fetch(Player.self)", "Give a query: 'fetch(Film.all)'"),
        ("_ = try context.first(Player.self)", "Give a query: 'first(Film.all)'"),
        ("_ = try context.count(Player.self)", "Give a query: 'count(Film.all)'"),
        ("_ = try context.exists(Player.self)", "Give a query: 'exists(Film.all)'"),
        ("_ = try context.deleteAll(Player.self)", "Give a query: 'deleteAll(Film.all)'"),
        ("_ = Player.all.sorted(by: \\.name)", "Write '.sorted { $0.title }'"),
        ("_ = Player.all.sorted(by: { $0.name < $1.name })", "Write '.sorted { $0.title }'"),
        ("_ = try context.updateAll(Player.all) { $0.score += 1 }", "$0.year.set(to: $0.year + 1)"),
        ("_ = try context.updateAll(Player.all) { $0.score == 3 }", "$0.year.set(to: 3)"),
        ("_ = Player()", "Give the values of its properties"),
        ("_ = Player.where { [\"a\"].contains($0.name) }", "Ask the attribute: '$0.title.isIn(titles)'"),
        ("_ = try await stack.fetch(Player.all)", "A context fetches"),
        ("_ = try await stack.save()", "A context saves"),
        ("_ = try await stack.perform { try $0.first(Player.all) }", "'Sendable'"),
    ]
    /// Right ones, which look much like these.
    static let rightCalls = [
        "_ = try await stack.perform({ try $0.count(Player.all) })",
        "_ = try await stack.perform(nil) { try $0.count(Player.all) }",
        "_ = try context.fetch(Player.all.sorted { $0.name })", "_ = [\"a\"].contains(\"b\")",
    ]

    /// All in one run of the compiler, whose start takes longest.
    @Test func areExplainedAtTheirPlaceAndOnce() throws {
        let calls = Self.calls.map(\.text) + Self.rightCalls
        let programs = calls.map { call in
            "private func run(_ stack: PersistentStack, _ context: Context) async throws {\n\(call)\n}"
        }
        let findings = try TypeChecker.findings(inEach: WrongModel.all.map(\.text) + programs)
        for (model, finding) in zip(WrongModel.all, findings) {
            let place = ":\(model.place.line):\(model.place.column): error: "
            #expect(
                finding.errors.contains { $0.contains(place) && $0.contains(model.message) },
                "\(model.text): \(finding.errors)")
            #expect(finding.errors.count <= model.errors, "\(model.text): \(finding.errors)")
            #expect(!finding.errors.contains { $0.contains("has no initializers") }, "\(model.text)")
        }
        for (call, finding) in zip(calls, findings.dropFirst(WrongModel.all.count)) {
            #expect(finding.seconds < 1, "\(call)")
            guard let message = Self.calls.first(where: { $0.text == call })?.message else {
                #expect(finding.errors.isEmpty, "\(call): \(finding.errors)")
                continue
            }
            #expect(
                finding.errors.contains { $0.contains(":3:") && $0.contains(message) },
                "\(call): \(finding.errors)")
        }
    }
}
