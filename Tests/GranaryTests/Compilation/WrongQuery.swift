/// A query that must not compile, with what the compiler says about it, where, and how soon.
struct WrongQuery {
    /// The condition, or the condition on groups.
    let text: String
    /// The line and the column of the mistake, from 1.
    let place: (line: Int, column: Int)
    /// A part of the message.
    let message: String
    /// The processor time that the compiler may take for the line.
    let seconds: Double
    /// Whether it is a condition on groups.
    let isAboutGroups: Bool

    /// Makes a query of a text with `▸` in front of the mistake.
    init(_ marked: String, _ message: String, seconds: Double = 0.3, isAboutGroups: Bool = false) {
        let before = marked.prefix { $0 != "▸" }.split(separator: "\n", omittingEmptySubsequences: false)
        text = marked.filter { $0 != "▸" }
        place = (before.count, (before.last?.count ?? 0) + 1)
        self.message = message
        self.seconds = seconds
        self.isAboutGroups = isAboutGroups
    }

    /// The line on which the condition begins in a program.
    static let firstLine = 4

    /// A program with the query.
    var program: String {
        let parameters = "_ context: Context, _ city: String?, _ words: [String], _ number: Int, _ flag: Bool"
        let call =
            isAboutGroups
            ? "_ = try context.grouped(Player.all, by: { $0.active }, { $0.count() }) { $0.having {"
            : "_ = Player.where {"
        return "private func run(\(parameters)) throws {\n\(call)\n\(text)\n}\n\(isAboutGroups ? "}" : "")}"
    }
}

extension WrongQuery {
    /// Every query.
    static var all: [WrongQuery] {
        names + types + optionals + shapes + members + relationships + leftConstants + aggregates
    }

    /// Names that there are not.
    private static let names: [WrongQuery] = [
        WrongQuery("$0.▸missing == 1", "has no member 'missing'"),
        WrongQuery(
            """
            $0.score > 3
            $0.▸actve
            """,
            "has no member 'actve'"),
        WrongQuery(
            """
            $0.score * 2 + 5 > 10
            $0.▸scor % 7 == 3
            """,
            "has no member 'scor'"),
        WrongQuery(
            """
            $0.score * 2 + 5 > 10
            $0.score % 7 == 3
            $0.▸nmae == "x"
            """,
            "has no member 'nmae'"),
        WrongQuery("$0.team.▸nme == \"x\"", "has no dynamic member 'nme'"),
        WrongQuery("$0.team.players.any { $0.▸scroe > 3 }", "has no member 'scroe'"),
        WrongQuery("$0.team.players.count { $0.▸missing } > 2", "has no member 'missing'"),
        WrongQuery("$0.▸teem.players.count > 3", "has no member 'teem'"),
        WrongQuery(
            """
            if let city { $0.▸town == city }
            $0.score > 3
            """,
            "has no member 'town'"),
        WrongQuery("for word in words { $0.▸title.contains(word) }", "has no member 'title'"),
        WrongQuery("$0.name.▸beginsWith(\"a\")", "has no member 'beginsWith'"),
        WrongQuery("$0.name.▸lowercased == \"a\"", "did you mean to call it"),
        WrongQuery("$0.delay.▸isNil", "has no member 'isNil'"),
        WrongQuery(
            """
            switch number {
            case 1: $0.score == 1
            default: $0.▸skore == 2
            }
            """,
            "has no member 'skore'"),
        WrongQuery("if flag { $0.active } else { $0.▸passive }", "has no member 'passive'"),
        WrongQuery("$0.active && $0.▸missing", "has no member 'missing'"),
        WrongQuery("!$0.▸missing", "has no member 'missing'"),
    ]

    /// Types that do not go together.
    private static let types: [WrongQuery] = [
        WrongQuery("$0.score ▸> \"x\"", "binary operator '>' cannot be applied"),
        WrongQuery("$0.name ▸> 3", "binary operator '>' cannot be applied"),
        WrongQuery("$0.name == ▸3", "cannot convert value of type 'Int'"),
        WrongQuery("$0.active == ▸1", "cannot convert value of type 'Int'"),
        WrongQuery("$0.score == ▸true", "cannot convert value of type 'Bool'"),
        WrongQuery("$0.score == ▸1.5", "cannot convert value of type 'Double'"),
        WrongQuery("$0.score.▸hasPrefix(\"a\")", "requires that 'Int' conform to 'TextAttribute'"),
        WrongQuery("$0.name.▸year == 3", "requires that 'String' conform to 'DateAttribute'"),
        WrongQuery("$0.score ▸> $0.name", "have different types"),
        WrongQuery("$0.name.contains(▸3)", "cannot convert value of type 'Int'"),
        WrongQuery("$0.score.isIn([▸\"a\"])", "cannot convert value of type 'String'"),
        WrongQuery(
            """
            $0.score * 2 + 5 > 10
            $0.score % 7 == ▸"x"
            """,
            "cannot convert value of type 'String'"),
        WrongQuery(
            "$0.score * 2 + 5 > 10 && $0.score % 7 == 3 && $0.name ▸> 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "$0.name ▸> 3 && $0.score * 2 + 5 > 10 && $0.score % 7 == 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "$0.score * 2 + 5 > 10 && $0.score * 3 + 1 > 7 && $0.name ▸> 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "$0.score * 2 + 5 > 10 && $0.score % 7 == ▸\"x\"",
            "cannot convert value of type 'String'", seconds: 1.5),
        WrongQuery(
            "($0.score * 2 + 5 > 10 || $0.score + 3 > 7) && $0.▸name",
            "cannot convert value of type 'TypedExpression<Player, String>'", seconds: 1.5),
        WrongQuery(
            "$0.score * 2 + 5 > 10 && $0.score % 7 == 3 && $0.active == ▸3",
            "cannot convert value of type 'Int'", seconds: 1.5),
        WrongQuery("$0.name ▸* 2 == \"x\"", "operator function '*'"),
        WrongQuery("$0.score ▸* 1.5 > 3", "binary operator '*' cannot be applied"),
        WrongQuery("$0.▸score && $0.active", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("$0.active && $0.▸score", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("!$0.▸score", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("if let city { $0.score == ▸city }", "cannot convert value of type 'String'"),
        WrongQuery("for word in words { $0.score ▸> word }", "binary operator '>' cannot be applied"),
    ]

    /// Optional values where there must be one, and the other way round.
    private static let optionals: [WrongQuery] = [
        WrongQuery("$0.▸delay", "cannot convert value of type 'TypedExpression<Player, Int?>'"),
        WrongQuery("$0.score == ▸nil", "'nil' is not compatible"),
        WrongQuery("$0.score ▸> nil", "binary operator '>' cannot be applied"),
        WrongQuery("$0.score ▸> city", "binary operator '>' cannot be applied"),
        WrongQuery("$0.delay ▸+ $0.name > 3", "binary operator '+' cannot be applied"),
        WrongQuery("$0.name == \"\\▸($0.team.name)\"", "An expression has no value when the query is built"),
        WrongQuery(
            "$0.name.contains(\"\\▸($0.name)\")", "An expression has no value when the query is built"),
        WrongQuery("$0.name == \"\\▸($0.team)\"", "An expression has no value when the query is built"),
        WrongQuery("$0.delay ▸== nil ? $0.score == 1 : $0.active", "an expression is never nil then"),
        WrongQuery("if $0.delay ▸!= nil { $0.active }", "an expression is never nil then"),
        WrongQuery("$0.team ▸== nil ? $0.score == 1 : $0.active", "an expression is never nil then"),
        WrongQuery("$0.name.▸count > 3", "Count the scalars of a text with 'scalarCount'"),
        WrongQuery("!$0.name.▸isEmpty && $0.score > 3", "or ask for 'isBlank'"),
        WrongQuery("($0.▸score ?? 3) > 3", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery(
            "($0.delay ▸?? \"x\") > 3",
            "binary operator '??' cannot be applied to operands of type 'TypedExpression<Player, Int?>' and 'String'"
        ),
        WrongQuery("▸-$0.name > 3", "unary operator '-' cannot be applied"),
        WrongQuery("-$0.▸scor > 3", "has no member 'scor'"),
        WrongQuery(
            "$0.score * 2 + 5 > 10 && ($0.delay ?? 0) % 7 == 3 && $0.▸nmae == 3", "has no member 'nmae'",
            seconds: 2.5),
        WrongQuery("($0.delay ?? 0) * 2 + 5 ▸> \"x\"", "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery("when($0.score > 3, then: 1).▸otherwise(\"x\") > 3", "no exact matches"),
        WrongQuery("when($0.▸scor > 3, then: 1).otherwise(2) > 3", "has no member 'scor'"),
        WrongQuery(
            "when($0.▸score, then: 1).otherwise(2) > 3",
            "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("$0.name.▸adding(1, .day) == nil", "requires that 'String' conform to 'DateAttribute'"),
        WrongQuery("$0.name ▸+ \"x\" == \"ax\"", "operator function '+'"),
        WrongQuery("$0.name.▸scalarCont > 3", "has no member 'scalarCont'"),
        WrongQuery("$0.score.▸trimmed() == \"a\"", "requires that 'Int' conform to 'TextAttribute'"),
        WrongQuery("$0.name.part(from: ▸\"a\") == \"a\"", "cannot convert value of type 'String'"),
        WrongQuery("$0.name.▸text == \"a\"", "requires that 'String' conform to 'WrittenAttribute'"),
        WrongQuery("$0.name.contains($0.▸score)", "cannot convert value of type"),
        WrongQuery("$0.score.rounded(places: ▸\"2\") > 3", "cannot convert value of type 'String'"),
        WrongQuery("$0.name.▸squareRoot > 3", "requires that 'String' conform to 'ElementaryAttribute'"),
        WrongQuery("$0.name.▸absolute == \"x\"", "requires that 'String' conform to 'NumericAttribute'"),
        WrongQuery("$0.delay ▸== $0.name", "have different types"),
        WrongQuery("$0.score ▸< $0.team.name", "have different types"),
        WrongQuery("$0.team.name ▸== $0.score", "have different types"),
        WrongQuery("$0.active ▸< $0.active", "one without an order"),
        WrongQuery("$0.active == ▸nil", "'nil' is not compatible"),
        WrongQuery("$0.name.hasPrefix(▸city)", "value of optional type 'String?' must be unwrapped"),
    ]

    /// What is no condition on objects.
    private static let shapes: [WrongQuery] = [
        WrongQuery("$0.▸score", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("$0.▸name", "cannot convert value of type 'TypedExpression<Player, String>'"),
        WrongQuery("$0.▸team", "cannot convert value of type 'ToOneField<Player, Team>'"),
        WrongQuery("$0.team.▸players", "cannot convert value of type 'ToManyField<Player, Player>'"),
        WrongQuery(
            "$0.team.players.any { $0.▸name }",
            "cannot convert value of type 'TypedExpression<Player, String>'"),
        WrongQuery(
            "$0.team.players.any { $0.▸score }",
            "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("$0.team.players.▸count", "cannot convert value of type 'TypedExpression<Player, Int>'"),
        WrongQuery("$0.score.▸ascending", "cannot convert value of type 'SortKey<Player>'"),
        WrongQuery("▸true", "cannot convert value of type 'Bool'"),
        WrongQuery("▸flag", "cannot convert value of type 'Bool'"),
        WrongQuery(
            "$0.score.maximum ▸> 3",
            "cannot convert value of type 'TypedExpression<ObjectGroup<Player>, Bool>'"),
        WrongQuery(
            "$0.count() ▸> 3",
            "cannot convert value of type 'TypedExpression<ObjectGroup<Root>, Bool>'"),
    ]

    /// Values of the objects of a relationship.
    private static let members: [WrongQuery] = [
        WrongQuery("$0.team.players.sum { $0.▸scroe } > 3", "has no member 'scroe'"),
        WrongQuery(
            "$0.team.players.▸sum { $0.name } > 3",
            "requires that 'String' conform to 'SummableAttribute'"),
        WrongQuery(
            "$0.team.players.sum { $0.score * 2 + 1 } * 2 ▸> \"x\"",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "$0.team.players.first { $0.score.descending }.▸nme == \"x\"",
            "has no dynamic member 'nme'"),
        WrongQuery(
            "$0.team.players.▸sum { $0.score }",
            "cannot convert value of type 'TypedExpression<Player, Int.Sum>'"),
    ]

    /// Conditions on groups.
    private static let aggregates: [WrongQuery] = [
        WrongQuery(
            "$0.score ▸> 3",
            "cannot convert value of type 'TypedExpression<Player, Bool>'", isAboutGroups: true),
        WrongQuery("$0.count() ▸> \"x\"", "binary operator '>' cannot be applied", isAboutGroups: true),
        WrongQuery(
            "$0.▸count()",
            "cannot convert value of type 'TypedExpression<ObjectGroup<Player>, Int>'", isAboutGroups: true),
        WrongQuery("$0.score.sum == ▸nil", "'nil' is not compatible", isAboutGroups: true),
        WrongQuery(
            "$0.name.▸sum > 3",
            "requires that 'String' conform to 'SummableAttribute'", isAboutGroups: true),
        WrongQuery(
            "$0.score.average ▸> $0.name.maximum", "have different types", isAboutGroups: true),
        WrongQuery(
            "$0.score.sum > $0.▸score",
            "cannot convert value of type 'TypedExpression<Player, Int>'", isAboutGroups: true),
        WrongQuery("$0.count() > 3 && $0.▸missing.sum > 3", "has no member 'missing'", isAboutGroups: true),
        WrongQuery(
            """
            $0.count() > 3
            $0.score.▸total > 3
            """,
            "has no member 'total'", isAboutGroups: true),
        WrongQuery(
            "$0.score.sum / $0.name.▸maximum > 3",
            "cannot convert value of type 'TypedExpression<ObjectGroup<Player>, String?>'",
            isAboutGroups: true),
        WrongQuery(
            "$0.count().sum ▸> 3",
            "cannot convert value of type 'TypedExpression<ObjectGroup<ObjectGroup<Root>>, Bool>'",
            isAboutGroups: true),
    ]
}
