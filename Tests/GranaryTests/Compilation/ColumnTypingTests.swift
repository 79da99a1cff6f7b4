import Testing

/// What a column of a query may be, and which type it has alone and beside others.
@Suite(.timeLimit(.minutes(10))) struct ColumnTypingTests {
    @Test func aColumnAloneHasItsType() throws {
        let errors = try TypeChecker.errors(
            in: """
                func run(_ context: Context) throws {
                    let names: [String] = try context.select(Player.all) { $0.name }
                    let delays: [Int] = try context.select(Player.all) { $0.delay }.compactMap { $0 }
                    let teams: [String] = try context.distinct(Player.all) { $0.team.name }.compactMap { $0 }
                    let groups = try context.grouped(Player.all, by: { $0.delay }) { $0.delay.average }
                    let group: [Int] = groups.compactMap { $0.group }
                    let means: [Double] = groups.compactMap(\\.values)
                    let numbers: [Int] = try context.native("SELECT 1", from: Player.self, as: Int?.self)
                        .compactMap { $0 }
                    let least: Int? = try context.minimum(Player.all) { $0.delay }
                    let largest: Int? = try context.maximum(Player.all) { $0.score }
                    print(names, delays, teams, group, means, numbers, least as Any, largest as Any)
                }
                """)
        #expect(errors == [])
    }

    @Test func severalColumnsAreATuple() throws {
        let errors = try TypeChecker.errors(
            in: """
                func run(_ context: Context) throws {
                    let rows = try context.select(Player.all) { ($0.name, $0.delay, $0.team.code) }
                    let row: (String, Int?, String?)? = rows.first
                    let some = try context.distinct(Player.all) { ($0.active, $0.delay) }.compactMap { $0.1 }
                    let groups = try context.grouped(Player.all, by: { ($0.active, $0.delay) }) {
                        ($0.count(), $0.score.average, $0.delay.minimum)
                    }
                    let group: (group: (Bool, Int?), values: (Int, Double?, Int?))? = groups.first
                    let one: [Double] = try context.grouped(Player.all, by: { ($0.active, $0.delay) }) {
                        $0.score.average
                    }.compactMap(\\.values)
                    let busy = try context.grouped(Player.all, by: { $0.active }, { ($0.count(), $0.score.sum) }) {
                        $0.having { $0.count() > 3 }.limit(2)
                    }.map { $0.group ? $0.values.0 : $0.values.1 }
                    let pairs = try context.native("SELECT 1, 2", from: Player.self, as: (Int.self, Int?.self))
                        .compactMap { $0.1 }
                    print(row as Any, some, group as Any, one, busy, pairs)
                }
                """)
        #expect(errors == [])
    }

    static let wrong = [
        "context.select(Player.all) { $0.team }", "context.select(Player.all) { ($0.name, $0.team) }",
        "context.select(Player.all) { _ in () }", "context.distinct(Player.all) { $0.team }",
        "context.select(Team.all) { $0.players }", "context.distinct(Player.all) { ($0.team, $0.name) }",
        "context.grouped(Player.all, by: { $0.team }) { $0.count() }",
        "context.grouped(Player.all, by: { ($0.name, $0.team) }) { $0.count() }",
        "context.grouped(Player.all, by: { $0.team }) { ($0.count(), $0.score.sum) }",
    ]

    @Test func whatIsNoColumnIsRefused() throws {
        let programs = Self.wrong.map {
            "private func run(_ context: Context) throws { _ = try \($0) }"
        }
        for (use, errors) in zip(Self.wrong, try TypeChecker.errors(inEach: programs)) {
            #expect(errors.contains { $0.contains("A column is an attribute") }, "\(use): \(errors)")
        }
    }
}
