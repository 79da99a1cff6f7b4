import Testing

@Suite struct MergeDiagnosticsTests {
    /// A model with a key, a date, a flag, a function and one more member.
    private func model(_ member: String) -> String {
        """
        @Model final class Flight {
            var id: UUID
            var editedAt: Date?
            var isOpen: Bool
            static func joined(base: String, mine: String, theirs: String) -> String { mine }
            func apart(base: String, mine: String, theirs: String) -> String { mine }
            \(member)
        }
        """
    }

    @Test(arguments: [
        "@Attribute(.merge(.maximum)) var size: Int", "@Attribute(.merge(.minimum)) var day: Date?",
        "@Attribute(.merge(.maximum)) var name: String", "@Attribute(.merge(.maximum)) var grade: Grade",
        "@Attribute(.merge(.sum)) var size: UInt8?", "@Attribute(.merge(.sum)) var price: Decimal",
        "@Attribute(.merge(.sum), .range(0...9)) var size: Optional<Double>",
        "@Attribute(.indexed, .merge(.sum), column: \"s\") var size: Float",
        "@Attribute(.merge(.union)) var tags: [String]", "@Attribute(.merge(.union)) var tags: Set<Int>?",
        "@Attribute(.merge(.union)) var marks: Marks", "@Attribute(.merge(.union)) var tags: Array<Tag>",
        "@Attribute(.merge(.latest(by: \"editedAt\"))) var name: String",
        "@Attribute(.merge(.latest(by: \"editedAt\"))) var any: [String: Int]?",
        "@Attribute(.merge(.function(\"joined\"))) var name: String",
        "@Attribute(AttributeOption.merge(MergeOption.sum)) var size: Int",
        "@Attribute(Granary.AttributeOption.merge(Granary.MergeOption.sum)) var size: Int",
    ])
    func good(_ member: String) {
        expectNoMistake(model(member))
    }

    @Test(arguments: [
        ("maximum", "Bool", "numbers, dates and text"), ("minimum", "Data?", "numbers, dates and text"),
        ("maximum", "UUID", "numbers, dates and text"), ("maximum", "[Int]", "numbers, dates and text"),
        ("sum", "String", "numbers"), ("sum", "Date", "numbers"), ("sum", "Set<Int>", "numbers"),
        ("union", "Int", "sets, arrays and option sets"),
        ("union", "String?", "sets, arrays and option sets"),
        ("union", "[String: Int]", "sets, arrays and option sets"),
    ])
    func wrongType(_ rule: String, _ type: String, _ kinds: String) {
        let message =
            "'.merge(.\(rule))' is for \(kinds), not for '\(type)'; remove it, or write a function and '.merge(.function(…))'"
        expectMistake(
            model("@Attribute(▶.merge(.\(rule))) var value: \(type)"), message,
            fix: ("@Attribute(.merge(.\(rule))) var", "@Attribute var"))
        expectMistake(
            model("@Attribute(.indexed, ▶.merge(.\(rule)), column: \"v\") var value: \(type)"), message,
            fix: ("(.indexed, .merge(.\(rule)), column: \"v\")", "(.indexed, column: \"v\")"))
    }

    @Test func keys() {
        expectMistake(
            "@Model final class Flight { @Attribute(.primaryKey, ▶.merge(.maximum)) var number: Int }",
            "a primary key does not change, so there is nothing to merge; remove '.merge'",
            fix: ("(.primaryKey, .merge(.maximum))", "(.primaryKey)"))
    }

    @Test func twoRules() {
        expectMistake(
            model("@Attribute(.merge(.sum), ▶.merge(.maximum)) var size: Int"),
            "'size' has two merge rules, and only one can decide; keep one",
            fix: ("(.merge(.sum), .merge(.maximum))", "(.merge(.sum))"))
    }

    private let unknown =
        "write the merge rule as '.maximum', '.minimum', '.sum', '.union', '.latest(by: \"…\")' or '.function(\"…\")': macros see only source text"

    @Test func misspelled() {
        expectMistake(
            model("@Attribute(.merge(▶.maximun)) var size: Int"), unknown, fix: (".maximun", ".maximum"))
        expectMistake(
            model("@Attribute(.merge(▶Rules.sum)) var size: Int"), unknown, fix: ("Rules.sum", ".sum"))
        for rule in [".average", "rule", ".latest", ".latest(\"editedAt\")", ".sum()", ".function"] {
            expectMistake(model("@Attribute(.merge(▶\(rule))) var size: Int"), unknown)
        }
    }

    @Test func stamps() {
        expectMistake(
            model("@Attribute(.merge(.latest(by: ▶\"edittedAt\"))) var name: String"),
            "'Flight' has no attribute 'edittedAt'; did you mean 'editedAt'?",
            fix: ("\"edittedAt\"", "\"editedAt\""))
        expectMistake(
            model("@Attribute(.merge(.latest(by: ▶\"changedOn\"))) var name: String"),
            "'Flight' has no attribute 'changedOn'; declare it, such as 'var changedOn: Date'")
        expectMistake(
            model("@Attribute(.merge(.latest(by: ▶\"isOpen\"))) var name: String"),
            "'isOpen' is of type 'Bool'; only dates and numbers tell which side is later")
        expectMistake(
            model("@Attribute(.merge(▶.latest(by: \"day\"))) var day: Date"),
            "an attribute that is merged by itself is merged by '.maximum'; write that",
            fix: (".latest(by: \"day\")", ".maximum"))
        expectMistake(
            model("@Attribute(.merge(.latest(by: ▶name))) var name: String"),
            "name the attribute by a string literal")
    }

    @Test func functions() {
        expectMistake(
            model("@Attribute(.merge(.function(▶\"joind\"))) var name: String"),
            "'Flight' has no function 'joind'; did you mean 'joined'?", fix: ("\"joind\"", "\"joined\""))
        // A function of objects is none of the class.
        expectMistake(
            model("@Attribute(.merge(.function(▶\"apart\"))) var name: String?"),
            "'Flight' has no function 'apart'; write 'static func apart(base: String?, mine: String?, theirs: String?) -> String?' in the class"
        )
        expectMistake(
            model("@Attribute(.merge(.function(▶joined))) var name: String"),
            "name the function by a string literal")
    }

    @Test func generatedRules() {
        let code = expanded(
            """
            @Model final class Flight {
                var id: Int
                @Attribute(.merge(.sum), .range(0...9)) var seats: Int?
                @Attribute(.merge(.union)) var tags: [String]
                @Attribute(.merge(.latest(by: "editedAt"))) var name: String
                var editedAt: Date?
                @Attribute(.merge(.function("joined"))) var notes: String?
                static func joined(base: String?, mine: String?, theirs: String?) -> String? { mine }
            }
            """)
        for part in [
            "merge: Granary._MergeRule.sum(of: Int.self)",
            "merge: Granary._MergeRule.union(of: [String].self)",
            #"merge: Granary._MergeRule.latest(by: "editedAt", of: Date.self)"#,
            #"merge: Granary._MergeRule.function(of: String?.self, "joined", Flight.joined(base:mine:theirs:))"#,
        ] {
            #expect(code.contains(part), "\(part) in \(code)")
        }
    }
}
