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

    @Test func listsAndObjectsAreColumns() throws {
        let errors = try TypeChecker.errors(
            in: """
                func run(_ context: Context) throws {
                    let teams: [(String, [(Int, Int?)])] = try context.select(Team.all) {
                        ($0.name, $0.players.sorted { $0.score.descending }.limit(3).select { ($0.id, $0.delay) })
                    }
                    let objects: [(Player, Team?, Int)] = try context.select(Player.all) {
                        ($0.object(), $0.team.object, $0.score * 2 + 1)
                    }
                    let lists: [[Player]] = try context.select(Team.all) {
                        $0.players.where { $0.score > 3; $0.delay == nil }.offset(1).select { $0.object() }
                    }
                    let nested = try context.select(Team.all) { team in
                        (
                            team.players.select { ($0.name, $0.team.players.sorted { $0.score }.select { $0.id }) },
                            team.players.first { $0.score.descending }.object
                        )
                    }
                    let first: ([(String, [Int])], Player?)? = nested.first
                    print(teams, objects, lists, first as Any)
                }
                """)
        #expect(errors == [])
    }

    static let oneStatement = [
        "try context.select(Team.all) { ($0.name, $0.players.select { ($0.id, $0.score) }) }"
            + ".forEach { print($0.0, $0.1.count) }",
        "_ = try context.select(Team.all) { ($0.code, $0.players.limit(2).select { $0.object() }) }"
            + ".flatMap { $0.1.map(\\.name) }",
        "_ = try context.select(Player.all) { ($0.id, $0.delay, $0.name) }.map { Line($0.0, $0.1, $0.2) }",
        "_ = try context.distinct(Player.all) { ($0.id, $0.delay, $0.name) }.map { Line($0.0, $0.1, $0.2) }",
        "_ = try context.select(Player.all) { ($0.id, $0.score, $0.name) }.map { Line($0.0, $0.1, $0.2) }",
        "try context.select(Player.all) { ($0.id, $0.delay) }.forEach { print($0.0, $0.1 ?? 0) }",
        "try context.distinct(Player.all) { ($0.delay, $0.name) }.forEach { print($0.0 ?? 0, $0.1) }",
        "try context.select(Player.all) { $0.score }.forEach { print($0) }",
        "print(try context.aggregate(Player.all) { ($0.count(), $0.score.sum) }.0)",
        "let (count, sum, mean, most) = try context.aggregate(Player.all) { "
            + "($0.count(), $0.score.sum, $0.delay.average, $0.delay.maximum) }; print(count + sum, mean ?? 0, most ?? 0)",
        "try context.grouped(Player.all, by: { ($0.active, $0.delay) }) { ($0.count(), $0.score.sum) }"
            + ".forEach { print($0.group.0, $0.group.1 ?? 0, $0.values.0) }",
        "_ = try context.grouped(Player.all, by: { $0.name }) { "
            + "($0.count(), $0.score.sum, $0.delay.average, $0.delay.maximum) }.map { Line($0.values.0, $0.values.3, $0.group) }",
        "_ = try context.native(\"\", from: Player.self, as: (Int.self, Int?.self, String.self))"
            + ".map { Line($0.0, $0.1, $0.2) }",
        "try context.native(\"\", from: Player.self, as: (Int.self, Int?.self)).forEach { print($0.0, $0.1 ?? 0) }",
        "_ = try context.select(Player.all) { ($0.id % 3, $0.id % $0.score, $0.score * 2 + 1, $0.delay * 3 - 1, "
            + "$0.score / 2 * 3, $0.delay % 7, $0.id, $0.name) }.map { $0.7 }",
    ]

    @Test func aStatementGoesOnWithTheColumns() throws {
        let programs = Self.oneStatement.map { "private func run(_ context: Context) throws { \($0) }" }
        let line = """
            private struct Line { init(_ id: Int, _ delay: Int?, _ name: String) {} }

            """
        for (use, errors) in zip(
            Self.oneStatement, try TypeChecker.errors(inEach: programs.map { line + $0 }))
        {
            #expect(errors == [], "\(use)")
        }
    }

    static let wrong = [
        "context.select(Team.all) { ($0.name, $0.players.limit(3)) }",
        "context.select(Team.all) { ($0.name, $0.players.select { $0.team }) }",
        "context.distinct(Player.all) { $0.team.object }",
        "context.grouped(Player.all, by: { $0.team.object }) { $0.count() }",
        "context.select(Player.all) { $0.team }", "context.select(Player.all) { ($0.name, $0.team) }",
        "context.select(Player.all) { _ in () }", "context.distinct(Player.all) { $0.team }",
        "context.select(Team.all) { $0.players }", "context.distinct(Player.all) { ($0.team, $0.name) }",
        "context.grouped(Player.all, by: { $0.team }) { $0.count() }",
        "context.grouped(Player.all, by: { ($0.name, $0.team) }) { $0.count() }",
        "context.grouped(Player.all, by: { $0.team }) { ($0.count(), $0.score.sum) }",
    ]

    @Test func whatIsNoAggregateIsRefused() throws {
        let wrong = [
            "context.aggregate(Player.all) { $0.score }",
            "context.aggregate(Player.all) { ($0.count(), $0.team) }",
            "context.grouped(Player.all, by: { $0.name }) { $0.score }",
        ]
        let programs = wrong.map { "private func run(_ context: Context) throws { _ = try \($0) }" }
        for (use, errors) in zip(wrong, try TypeChecker.errors(inEach: programs)) {
            // Among several, the compiler says only that the wrong one could not be inferred.
            let said =
                use.contains(", ") && use.contains("$0.team")
                ? "could not be inferred" : "An aggregate is $0.count()"
            #expect(errors.contains { $0.contains(said) }, "\(use): \(errors)")
        }
    }

    @Test func onlyIntegersHaveARemainder() throws {
        let wrong = [
            "context.select(Item.all) { $0.price % 3 }", "context.select(Item.all) { $0.weight % 3 }",
            "context.fetch(Item.where { $0.price % 3 == 1 })",
            "context.fetch(Item.where { $0.weight % $0.weight == 1 })",
        ]
        let items = """
            import Granary
            import FoundationEssentials
            @Model final class Item { var id: Int; var price: Decimal; var weight: Double }
            """
        let programs = wrong.map { "private func run(_ context: Context) throws { _ = try \($0) }" }
        for (use, errors) in zip(wrong, try TypeChecker.errors(inEach: programs, beside: items)) {
            #expect(!errors.isEmpty, "\(use)")
        }
    }

    @Test func whatIsNoColumnIsRefused() throws {
        let programs = Self.wrong.map {
            "private func run(_ context: Context) throws { _ = try \($0) }"
        }
        for (use, errors) in zip(Self.wrong, try TypeChecker.errors(inEach: programs)) {
            #expect(errors.contains { $0.contains("A column is an attribute") }, "\(use): \(errors)")
        }
    }
}
