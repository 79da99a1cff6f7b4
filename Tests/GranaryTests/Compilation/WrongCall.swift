/// A call that must not compile, with what the compiler says about it, and where.
struct WrongCall {
    /// The statements.
    let text: String
    /// The line and the column of the mistake in the file, from 1.
    let place: (line: Int, column: Int)
    /// A part of the message.
    let message: String

    /// Makes a call of a text with `▸` in front of the mistake.
    init(_ marked: String, _ message: String) {
        let before = marked.prefix { $0 != "▸" }.split(separator: "\n", omittingEmptySubsequences: false)
        text = marked.filter { $0 != "▸" }
        place = (before.count + 2, (before.last?.count ?? 0) + 1)
        self.message = message
    }

    /// The file, but for the import of the framework in the line before it.
    static func program(_ text: String) -> String {
        "private func run(_ stack: PersistentStack, _ context: Context, _ player: Player) async throws {\n\(text)\n}"
    }
}

extension WrongCall {
    /// Every call.
    static var all: [WrongCall] { fetches + queries + changes + records + stacks + leaks }

    private static let fetches = [
        WrongCall("_ = try context.▸fetch(Player.self)", "Give a query: 'fetch(Film.all)'"),
        WrongCall("_ = try context.▸fetch(Player.self, 3)", "Write 'object(Film.self, key)'"),
        WrongCall("_ = try context.▸fetch(Player.all, limit: 3)", "'fetch(Film.all.limit(3))'"),
        WrongCall(
            "_ = try context.▸fetch(Player.all, where: { $0.score > 3 })", "The query has the condition"),
        WrongCall("_ = try context.▸get(Player.self, 3)", "Write 'object(Film.self, key)'"),
        WrongCall("_ = try context.▸find(Player.self, id: 3)", "Write 'object(Film.self, key)'"),
        WrongCall("_ = try context.▸first(Player.self)", "Give a query: 'first(Film.all)'"),
        WrongCall("_ = try context.▸count(Player.self)", "Give a query: 'count(Film.all)'"),
        WrongCall("_ = try context.▸fetchCount(Player.all)", "renamed to 'count(_:)'"),
        WrongCall("_ = try context.▸exists(Player.self)", "Give a query: 'exists(Film.all)'"),
    ]

    private static let queries = [
        WrongCall("_ = Player.all.▸sorted(by: \\.name)", "Write '.sorted { $0.title }'"),
        WrongCall("_ = Player.all.▸sorted(by: { $0.name < $1.name })", "Write '.sorted { $0.title }'"),
        WrongCall("_ = Player.all.▸sort(\\.name)", "Write '.sorted { $0.title }'"),
        WrongCall("_ = Player.all.▸order { $0.name }", "Write '.sorted { $0.title }'"),
        WrongCall("_ = Player.all.sorted { $0.name }.▸reversed()", "Write '.sorted { $0.title.descending }'"),
        WrongCall("_ = try Player.all.▸fetch()", "Give the query to a context"),
        WrongCall("_ = try Player.all.▸fetch(context)", "Give the query to a context"),
        WrongCall("_ = try Player.all.▸first()", "Give the query to a context"),
        WrongCall("_ = Team.where { $0.players.▸contains(player) }", "Write '.any { $0.id == film.id }'"),
        WrongCall(
            "_ = Player.where { [\"a\"].▸contains($0.name) }", "Ask the attribute: '$0.title.isIn(titles)'"),
    ]

    private static let changes = [
        WrongCall("_ = try context.▸deleteAll(Player.self)", "Give a query: 'deleteAll(Film.all)'"),
        WrongCall("try context.▸delete(Player.self)", "Write 'deleteAll(Film.all)'"),
        WrongCall("try context.▸delete(Player.all)", "Write 'deleteAll(Film.where { … })'"),
        WrongCall("try context.▸delete(model: Player.self)", "Write 'deleteAll(Film.all)'"),
        WrongCall(
            "try context.▸delete(model: Player.self, where: { $0.score > 3 })", "Write 'deleteAll(Film.where"),
        WrongCall("try context.▸delete(Player.self, 3)", "Delete the object that"),
        WrongCall("_ = try context.▸deleteAll(Player.self) { $0.score > 3 }", "Write 'deleteAll(Film.where"),
        WrongCall("_ = try context.▸updateAll(Player.all) { $0.score = 3 }", "Write '$0.year.set(to: 3)'"),
        WrongCall(
            "_ = try context.updateAll(Player.all) { $0.score ▸+= 1 }", "$0.year.set(to: $0.year + 1)"),
        WrongCall("_ = try context.updateAll(Player.all) { ▸$0.score == 3 }", "$0.year.set(to: 3)"),
        WrongCall(
            "_ = try context.▸update(Player.all) { $0.score.set(to: 3) }", "renamed to 'updateAll(_:_:)'"),
        WrongCall("try context.▸update(player)", "A context sees changes itself"),
        WrongCall("try context.▸upsert(player)", "'upsert([film.snapshot])'"),
        WrongCall("try context.▸saveChanges()", "renamed to 'save()'"),
        WrongCall("context.▸perform { print(3) }", "Use the context where you have it"),
    ]

    private static let records = [
        WrongCall("_ = ▸Player()", "Give the values of its properties"),
        WrongCall("_ = ▸Player(context: context)", "Make the object and insert it"),
        WrongCall("try player.▸save()", "'try context.insert(film)'"),
        WrongCall("try await player.▸save(on: stack)", "'try context.insert(film)'"),
        WrongCall("try player.▸insert(context)", "Write 'try context.insert(film)'"),
        WrongCall("try player.▸delete()", "Write 'try context.delete(film)'"),
        WrongCall("_ = Player.▸query(on: stack)", "Write 'Film.where { … }'"),
        WrongCall("_ = try await Player.▸find(3, on: stack)", "Write 'context.object(Film.self, key)'"),
        WrongCall("_ = try Player.▸fetchAll(context)", "Write 'context.fetch(Film.all)'"),
        WrongCall("_ = try Player.▸fetchOne(context, key: 3)", "Write 'context.object(Film.self, key)'"),
        WrongCall("_ = Player.▸fetchRequest()", "Write 'Film.all'"),
    ]

    private static let stacks = [
        WrongCall("_ = try await stack.▸fetch(Player.all)", "A context fetches"),
        WrongCall("_ = try await stack.▸count(Player.all)", "A context counts"),
        WrongCall("_ = try await stack.▸save()", "A context saves"),
        WrongCall("try await stack.▸write { try $0.save() }", "a save is one transaction"),
        WrongCall("try await stack.▸transaction { try $0.save() }", "a save is one transaction"),
        WrongCall("_ = try await stack.▸read { try $0.count(Player.all) }", "renamed to 'perform(_:)'"),
        WrongCall(
            "_ = try await stack.▸performBackgroundTask { try $0.count(Player.all) }",
            "renamed to 'perform(_:)'"),
        WrongCall("_ = try stack.▸newBackgroundContext()", "renamed to 'makeContext(_:)'"),
        WrongCall("_ = try await stack.▸viewContext", "renamed to 'mainContext'"),
        WrongCall("for try await _ in stack.▸observe(Player.self) {}", "Give a query: 'observe(Film.all)'"),
        WrongCall("for try await _ in stack.▸changes(of: Player.all) {}", "Give the model"),
        WrongCall("_ = ▸PersistentStack()", "PersistentStack.open(schema, backends: [.sqlite])"),
        WrongCall("_ = ▸Context()", "A stack makes contexts"),
        WrongCall("_ = try ▸Schema([Player.self, Team.self])", "A schema has a name"),
        WrongCall("_ = try ▸Schema(Player.self, Team.self)", "A schema has a name"),
    ]

    private static let leaks = [
        WrongCall("_ = try await stack.▸perform { try $0.first(Player.all) }", "send its 'snapshot'"),
        WrongCall("_ = try await stack.▸perform { try $0.fetch(Player.all) }", "send its 'snapshot'"),
        WrongCall(
            """
            _ = try await stack.▸perform { context in
                let all = try context.fetch(Player.all)
                return all.last
            }
            """, "send its 'snapshot'"),
        WrongCall(
            "_ = try await stack.▸perform { (try $0.fetch(Player.all)[0], 1) }", "send its 'snapshot'"),
    ]

    /// Right ones, which look much like these.
    static let right = [
        "_ = try await stack.perform({ try $0.count(Player.all) })",
        "_ = try await stack.perform(nil) { try $0.count(Player.all) }",
        "_ = try context.fetch(Player.all.sorted { $0.name })", "_ = [\"a\"].contains(\"b\")",
        "_ = try context.updateAll(Player.all) { $0.score.set(to: 3); $0.name.set(to: \"x\") }",
        "_ = try context.updateAll(Player.all) { for step in 1...2 { $0.score.set(to: $0.score * 2 + step) } }",
        "try context.delete(try context.single(Player.all))",
        "_ = try await stack.perform { try $0.fetch(Player.all).map(\\.snapshot) }",
    ]
}
