import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Queries are written as text and read again, and a text that is no query is an error with its place.
@Suite(.timeLimit(.minutes(2))) struct QueryTextTests {
    // MARK: Text and Swift

    @Test func aTextIsTheQueryThatSwiftMakes() throws {
        func same(_ text: String, _ query: Query<Player>) throws {
            #expect(try query.text() == text)
            let read = try Query<Player>(parsing: text)
            #expect(read.predicate?.withArrangedChains == query.predicate?.withArrangedChains, "\(text)")
            #expect(read.sort == query.sort && read.offset == query.offset && read.limit == query.limit)
            #expect(read.prefetch == query.prefetch && read.lifted == query.lifted)
            #expect(read.skipsUnreadable == query.skipsUnreadable && read.cursor == query.cursor)
        }
        try same("Player", Player.all)
        try same(
            #"Player where score * 2 > 10 and team.name = "Oslo" sorted by score descending, id limit 5"#,
            Player.where { $0.score * 2 > 10 && $0.team.name == "Oslo" }
                .sorted { $0.score.descending }.sorted { $0.id }.limit(5))
        try same(
            #"Player where not (name.contains("a\"b", caseInsensitive) or email = nil) offset 2 prefetching team, tags"#,
            Player.where { !($0.name.contains("a\"b", .caseInsensitive) || $0.email == nil) }
                .offset(2).prefetching { $0.team }.prefetching { $0.tags })
        try same(
            #"Player where team is "A" and captain is nil and id in [1, 2]"#,
            Player.where {
                $0.team == ObjectID<Team>("A")
                $0.captain == nil
                $0.id.isIn([1, 2])
            })
        try same(
            #"Player where tags.any(label.hasPrefix("x")) and tags.count() > 1 and name.like(["a", anyRun])"#,
            Player.where {
                $0.tags.any { $0.label.hasPrefix("x") }
                $0.tags.count > 1
                $0.name.like(["a", .anyRun])
            })
        try same(
            #"Player where score > query(Player where name = "x").maximum(score) and self in query(Player sorted by score limit 3)"#,
            Player.where { $0.score > Player.where { $0.name == "x" }.maximum { $0.score } }
                .intersection(Player.all.sorted { $0.score }.limit(3)))
        try same("Player unfiltered skipping unreadable", Player.all.unfiltered().skippingUnreadable())
        try same(
            #"Player unfiltered "a", "b" after "abc""#,
            Player.all.unfiltered("b", "a").after(PageCursor(text: "abc")))
    }

    @Test func otherSpellingsAreRead() throws {
        let trees = try [
            "Player where score == 1 && !(name != \"a\") || id not in [3]",
            "Player\n\twhere (score = 1 and not (name != \"a\")) or not (id in [3])",
            "Player where ((((score) = (1)) and not (name != \"\\u{61}\"))) or `id` not in [3,]",
        ].map { try Query<Player>(parsing: $0).predicate?.withArrangedChains }
        #expect(trees[0] == trees[1] && trees[1] == trees[2])
    }

    @Test func aNumberWithAFractionTakesTheKindOfTheNumberBesideIt() throws {
        let schema = try EvaluationWorld.makeSchema()
        func tree(_ text: String) throws -> ExpressionTree? {
            try QueryText(parsing: "Player where \(text)", knowing: KnownModels(schema)).predicate
        }
        let (price, rating): (ExpressionTree, ExpressionTree) = ("price", "rating")
        let decimal = ExpressionTree.literal(.decimal(Decimal(string: "0.1") ?? 0))
        #expect(try tree("price = 0.1") == .compare(.equal, price, decimal))
        #expect(
            try tree("0.1 * price = 1")
                == .compare(.equal, .arithmetic(.multiply, decimal, price), .literal(.integer(1))))
        #expect(try tree("rating = 0.1") == .compare(.equal, rating, .literal(.real(0.1))))
        #expect(try tree("price = 0.1e0") == .compare(.equal, price, .literal(.real(0.1))))
        #expect(
            try tree("price in [0.1, nil]") == .isIn(price, [.decimal(Decimal(string: "0.1") ?? 0), .null]))
        #expect(try tree("rating = decimal(\"0.1\")") == .compare(.equal, rating, decimal))
    }

    // MARK: Round trips

    @Test func aMinusIsNoPartOfANumberBehindIt() throws {
        let five = ExpressionTree.literal(.integer(5))
        let operands: [ExpressionTree] = [
            five, .literal(.integer(-5)), .literal(.real(0)), .function(.number(.absolute), [five]),
            .function(.number(.elementary(.power)), [five, "score"]),
            .function(.choice(.coalesce), [five, "score"]),
            .function(.number(.negated), [.function(.number(.absolute), [five])]),
        ]
        for operand in operands {
            let tree = ExpressionTree.compare(.less, .function(.number(.negated), [operand]), five)
            let text = QueryWriter.text(of: tree, .whole)
            let read = try QueryText(parsing: "Player where \(text)", knowing: nil).predicate
            #expect(read == tree, "\(text)")
        }
    }

    @Test func whatNoNameOrCharacterIsIsRefused() throws {
        for text in [
            "a = \"\\u{+41}\"", "a = \"\\u{-0}\"",
            String(repeating: "a.", count: QueryText.mostNames) + "a = 1",
        ] {
            #expect(throws: GranaryError.self, "\(text.prefix(20))") {
                try QueryText(parsing: "Player where \(text)", knowing: nil)
            }
        }
        let longest = String(repeating: "a.", count: QueryText.mostNames - 1) + "a = \"\\u{41}\""
        #expect(try QueryText(parsing: "Player where \(longest)", knowing: nil).predicate != nil)
    }

    @Test(arguments: 0..<8) func everyTreeSurvivesItsText(run: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var trees = RandomTrees(seed: seed)
        for step in 0..<150 {
            let tree = trees.tree(run % 6)
            var query = QueryText(model: trees.pick(RandomTrees.names))
            query.predicate = tree
            var writer = QueryWriter(.whole)
            let text = writer.text(query)
            #expect(writer.fault == nil, "seed \(seed), step \(step): \(text)")
            let read = try #require(
                try? QueryText(parsing: text, knowing: nil), "seed \(seed), step \(step): \(text)")
            #expect(read.model == query.model)
            #expect(
                read.predicate?.withArrangedChains == tree.withArrangedChains,
                "seed \(seed), step \(step): \(text)")
            var again = QueryWriter(.whole)
            #expect(again.text(read) == text, "seed \(seed), step \(step)")
        }
    }

    @Test func namesOfASchemaAreFoundInItsTrees() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var expressions = RandomExpressions(random: SeededGenerator(seed: seed))
        let models = KnownModels(try EvaluationWorld.makeSchema())
        for step in 0..<300 {
            let tree = expressions.condition(4)
            let text = "Player where \(QueryWriter.text(of: tree, .whole))"
            let read = try #require(
                try? QueryText(parsing: text, knowing: models), "seed \(seed), step \(step): \(text)")
            #expect(
                read.predicate?.withArrangedChains == tree.withArrangedChains,
                "seed \(seed), step \(step): \(text)")
        }
    }

    @Test func noTextEndsTheProcess() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var trees = RandomTrees(seed: seed)
        let words = [
            "(", ")", "[", "]", ".", ",", ":", "where", "not", "in", "is", "nil", "self", "\"", "`", "\\",
            "…", "-", "1", "1.5",
            "e5", "and", "or", "query(", "Order", "sorted by", "descending", "limit", "\n", "é", "=", "a",
            "first(", "choose(",
            "then", "else", "date(\"2013\")", "as", "to:", "0x", "\0", "99999999999999999999", "1e999",
            "\\u{110000}",
        ]
        for step in 0..<3_000 {
            var query = QueryText(model: "Order")
            query.predicate = trees.tree(3)
            var writer = QueryWriter(.whole)
            var bytes = step % 3 == 0 ? [] : Array(writer.text(query).utf8)
            for _ in 0..<(1 + trees.below(4)) where !bytes.isEmpty {
                switch trees.below(4) {
                case 0: bytes.remove(at: trees.below(bytes.count))
                case 1:
                    bytes.insert(contentsOf: Array(trees.pick(words).utf8), at: trees.below(bytes.count + 1))
                case 2: bytes[trees.below(bytes.count)] = UInt8(trees.below(256))
                default: bytes.removeLast(trees.below(bytes.count))
                }
            }
            if step % 3 == 0 {
                for _ in 0..<trees.below(20) { bytes += Array((trees.pick(words) + " ").utf8) }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                _ = try QueryText(parsing: text, knowing: nil)
            } catch {
                #expect((error as? GranaryError)?.code == .query, "seed \(seed), step \(step): \(text)")
            }
        }
    }

    // MARK: Limits

    @Test func deepAndLongTextsAreRefused() throws {
        func read(_ levels: Int, _ start: String, _ end: String) throws {
            let text =
                String(repeating: start, count: levels) + "active" + String(repeating: end, count: levels)
            _ = try QueryText(parsing: "Player where " + text, knowing: nil)
        }
        for (start, end) in [
            ("(", ")"), ("not (", ")"), ("a.or(", ")"), ("tags.any(", ")"), ("query(M where ", ").exists()"),
        ] {
            try read(QueryText.deepest - 2, start, end)
            #expect(throws: GranaryError.self) { try read(QueryText.deepest + 1, start, end) }
            #expect(throws: GranaryError.self) { try read(100_000, start, end) }
        }
        try read(150, "not ", "")
        try read(150, "", " + 1")
        for (start, end) in [("not ", ""), ("- ", ""), ("", " + 1"), ("", ".absolute()"), ("", "[0]")] {
            #expect(throws: GranaryError.self) { try read(100_000, start, end) }
        }
        try read(10_000, "active and ", "")
        #expect(throws: GranaryError.self) {
            try QueryText(
                parsing: "Player where a = \"\(String(repeating: "x", count: QueryText.longest))\"",
                knowing: nil)
        }
    }

    // MARK: Errors

    private static let mistakes: [(text: String, message: String)] = [
        ("", "Line 1, column 1 of the query: expected the name of a model, found the end."),
        (
            "Plaier where score = 1",
            "Line 1, column 1 of the query: there is no model “Plaier”. Did you mean “Player”?"
        ),
        (
            "Player where\n  scor = 1",
            "Line 2, column 3 of the query: Player has no attribute “scor”. Did you mean “score”?"
        ),
        (
            "Player where team.nam = \"x\"",
            "column 14 of the query: Team has no attribute “nam”. Did you mean “name”?"
        ),
        ("Player where teem.name = \"x\"", "Player has no relationship “teem”. Did you mean “team”?"),
        (
            "Player where team = \"A\"",
            "Player.team is a relationship where an attribute is needed; for its object write “team is …”."
        ),
        ("Player where name.any(score = 1)", "Player.name is an attribute where a relationship is needed."),
        ("Player where team.any(code = \"A\")", "Player.team is a relationship to one"),
        ("Player where tags.label = \"x\"", "Player.tags is a relationship to many; ask it by any"),
        ("Player where name.contain(\"x\")", "“contain” is no function of a value. Did you mean “contains”?"),
        ("Player where name = 'x'", "Texts stand between double quotation marks."),
        ("Player where $0.name = \"x\"", "Names of properties stand alone"),
        ("Player where name = …", "“…” stands for a constant that a log does not show"),
        (
            "Player where name = \"x",
            "column 21 of the query: a text begins here and does not end in its line."
        ),
        ("Player where score = 1 = 2", "a comparison follows a comparison"),
        ("Player where score = 99999999999999999999", "the integer does not fit 64 bits"),
        ("Player where score =", "expected a value, found the end."),
        ("Player where (score = 1", "expected “)”, found the end."),
        ("Player where limit = 1", "found the word “limit”; a name that is a word stands between backticks."),
        ("Player wher score = 1", "“wher” begins no part of a query. Did you mean “where”?"),
        ("Player limit 1 limit 2", "“limit” stands in the query twice; join the two."),
        ("Team where code = \"A\"", "The text is a query of Team where one of Player is needed."),
    ]

    @Test(arguments: 0..<mistakes.count) func aMistakeIsNamedAtItsPlace(number: Int) throws {
        let (text, message) = Self.mistakes[number]
        let error = #expect(throws: GranaryError.self) { try Query<Player>(parsing: text) }
        #expect(error?.code == .query && error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func anErrorHoldsNoConstant() {
        for text in [
            "Player where name = \"secret\" \"secret\"", "Player where score 4711",
            "Player where uuid(\"secret\") = a",
        ] {
            let error = #expect(throws: GranaryError.self) { try Query<Player>(parsing: text) }
            #expect(error?.message.contains("secret") == false && error?.message.contains("4711") == false)
        }
    }

    // MARK: What no text says

    @Test func whatCannotBeWrittenSaysSo() throws {
        let trees: [ExpressionTree] = [
            .function(.choice(.nilIf), ["score"]), .text(.contains, "name", "name", TextOptions(rawValue: 8)),
            .subquery(Subquery(model: "Player", .existence), "score"),
            .subquery(Subquery(model: "Player", .values("score")), nil),
            .ofMembers(.sum, path: [], relationship: "tags", ["score"]),
        ]
        for tree in trees {
            #expect(throws: GranaryError.self) { try Query<Player>(predicate: tree).text() }
            #expect("\(Query<Player>(predicate: tree))".contains("⟨"))
        }
        let deep = (0..<300).reduce("active" as ExpressionTree) { tree, _ in .not(tree) }
        #expect(throws: GranaryError.self) { try Query<Player>(predicate: deep).text() }
    }

    @Test func aLogHasNoConstants() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var trees = RandomTrees(seed: seed)
        for _ in 0..<200 {
            let text = QueryWriter.text(
                of: .compare(.equal, trees.tree(2), .literal(.text("secret"))), .hidden)
            #expect(!text.contains("secret"), "seed \(seed)")
            #expect(!text.contains("straße") && !text.contains("Oslo"), "seed \(seed): \(text)")
        }
    }

    @Test func aReadQueryAnswers() throws {
        let context = try smallStack().makeContext()
        let query = try Query<Player>(parsing: "Player where name = \"P\" sorted by id")
        #expect(try context.fetch(query).map(\.id) == [1])
        #expect(try context.count(Query<Player>(parsing: "Player where score > 1000")) == 0)
    }
}
