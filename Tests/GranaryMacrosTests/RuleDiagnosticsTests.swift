import Testing

@Suite struct RuleDiagnosticsTests {
    /// A model with a key, a function and one more member.
    private func model(_ member: String) -> String {
        """
        @Model final class Flight {
            var id: UUID
            static func isEven(_ number: Int) -> Bool { true }
            func isOdd(_ number: Int) -> Bool { true }
            \(member)
        }
        """
    }

    @Test(arguments: [
        "@Attribute(.notEmpty) var name: String", "@Attribute(.notEmpty, .length(2...8)) var name: String?",
        "@Attribute(.length(...8), column: \"n\") var name: URL", "@Attribute(.length(1...)) var name: Data",
        "@Attribute(.unique, .length(..<8)) var name: Optional<String>",
        "@Attribute(.notEmpty) var name: Name",
        "@Attribute(.range(0...100)) var size: Int", "@Attribute(.range(-5...(-1))) var size: Int8?",
        "@Attribute(.range((-5)...)) var size: Int", "@Attribute(.range(0..<1.5)) var size: Double",
        "@Attribute(.range(..<0.5)) var size: Decimal?", "@Attribute(.range(0x10...1_000)) var size: UInt16",
        "@Attribute(.range(5...5)) var size: Size", "@Attribute(.range(-1.5...1)) var size: Float",
        "@Attribute(.pattern(\"[A-Z]{2}\")) var code: String",
        "@Attribute(.pattern(#\"\\d+\"#)) var code: String?",
        "@Attribute(.satisfies(\"isEven\")) var number: Int",
        "@Attribute(.satisfies(\"isEven\")) var number: [Int]?",
        "@Attribute(.fraction(...2)) var price: Decimal",
        "@Attribute(.fraction(...0, message: \"whole\")) var price: Money?",
        "@Attribute(.trimmed, .notEmpty) var name: String",
        "@Attribute(.trimmed(message: \"a.b\"), .notEmpty(message: \"a.c\")) var name: String?",
        "@Attribute(.length(1...9, message: \"a\"), .range(1...2, message: \"b\")) var name: Name",
        "@Attribute(.pattern(\"a\", message: \"c\"), .satisfies(\"isEven\", message: \"d\")) var name: String",
        "@Attribute(AttributeOption.notEmpty, Granary.AttributeOption.length(1...2)) var name: String",
        "@Relationship(.required) var airline: Airline?",
        "@Relationship(RelationshipOption.required, inverse: \\Airline.flights) var airline: Airline?",
    ])
    func good(_ member: String) {
        expectNoMistake(model(member))
    }

    @Test(arguments: [
        ("length(1...9)", "Int", "text and bytes"), ("length(1...9)", "Date?", "text and bytes"),
        ("length(1...9)", "[String]", "text and bytes"), ("notEmpty", "Bool", "text and bytes"),
        ("pattern(\"a\")", "Data", "text"), ("range(1...9)", "String", "numbers"),
        ("range(1...9)", "Date", "numbers"), ("trimmed", "Data", "text"),
        ("fraction(...2)", "Double", "decimals"), ("fraction(...2)", "Int?", "decimals"),
    ])
    func wrongType(_ rule: String, _ type: String, _ kinds: String) {
        let name = rule.prefix { $0 != "(" }
        expectMistake(
            model("@Attribute(▶.\(rule)) var value: \(type)"),
            "'.\(name)' is for \(kinds), not for '\(type)'; remove it, or write a function and '.satisfies'",
            fix: ("@Attribute(.\(rule)) var", "@Attribute var"))
        expectMistake(
            model("@Attribute(.indexed, ▶.\(rule), column: \"v\") var value: \(type)"),
            "'.\(name)' is for \(kinds), not for '\(type)'; remove it, or write a function and '.satisfies'",
            fix: ("(.indexed, .\(rule), column: \"v\")", "(.indexed, column: \"v\")"))
    }

    @Test(arguments: ["low...9", "1.5...2", "9", "lengths", "1...high", "..<Int.max"])
    func lengthThatIsNotWrittenOut(_ range: String) {
        expectMistake(
            model("@Attribute(.length(▶\(range))) var name: String"),
            "write the length as literals, such as '.length(1...100)'")
    }

    @Test(arguments: ["9...1", "-1...5", "...(-1)", "..<0", "3..<3"]) func impossibleLength(_ range: String) {
        expectMistake(
            model("@Attribute(.length(▶\(range))) var name: String"),
            "nothing has such a length; write the smaller number first, from 0 on")
    }

    @Test(arguments: ["low...9", "0", "range", "0...limits.high"]) func rangeThatIsNotWrittenOut(
        _ range: String
    ) {
        expectMistake(
            model("@Attribute(.range(▶\(range))) var size: Int"),
            "write the range as literals, such as '.range(0...100)'")
    }

    @Test func impossibleRange() {
        for range in ["9...1", "0..<0", "1...(-1)"] {
            expectMistake(
                model("@Attribute(.range(▶\(range))) var size: Int"),
                "no number is in this range; write the smaller one first")
        }
        expectMistake(
            model("@Attribute(.range(▶0...1.5)) var size: Int?"),
            "'size' holds integers; write the range with integers")
    }

    @Test(arguments: ["2", "0...2", "..<2", "...(-1)", "...1.5", "...most", "2..."]) func impossibleFraction(
        _ digits: String
    ) {
        expectMistake(
            model("@Attribute(.fraction(▶\(digits))) var price: Decimal"),
            "write the most digits after the point as a literal, such as '.fraction(...2)'")
    }

    @Test func messages() {
        for key in ["key", "\"\"", "\"\\(x)\""] {
            expectMistake(
                model("@Attribute(.notEmpty(message: ▶\(key))) var name: String"),
                "write the key of the message as a literal, such as 'message: \"name.missing\"'")
        }
        // What does not compile is no rule: a call without arguments, and a second argument of another name.
        let message =
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text"
        expectMistake(model("@Attribute(▶.length(1...2, text: \"a\")) var name: String"), message)
        expectMistake(
            model("@Attribute(▶.notEmpty()) var name: String"), message, fix: (".notEmpty()", ".notEmpty"))
    }

    @Test func patterns() {
        expectMistake(
            model("@Attribute(.pattern(▶expression)) var code: String"),
            "write the expression as a literal, such as #\"[A-Z]{2}\"#: macros see only source text")
        expectMistake(
            model("@Attribute(.pattern(▶\"\\(x)\")) var code: String"),
            "write the expression as a literal, such as #\"[A-Z]{2}\"#: macros see only source text")
        let messages = expectMistakes(model("@Attribute(.pattern(\"[A-\")) var code: String"))
        #expect(
            messages.count == 1 && messages[0].hasPrefix("this is no regular expression: "), "\(messages)")
    }

    @Test func functions() {
        expectMistake(
            model("@Attribute(.satisfies(▶\"isEvn\")) var number: Int"),
            "'Flight' has no function 'isEvn'; did you mean 'isEven'?", fix: ("\"isEvn\"", "\"isEven\""))
        expectMistake(
            model("@Attribute(.satisfies(▶\"isPrime\")) var number: Int?"),
            "'Flight' has no function 'isPrime'; write 'static func isPrime(_ value: Int) -> Bool' in the class"
        )
        // A function of objects is none of the class.
        expectMistake(
            model("@Attribute(.satisfies(▶\"isOdd\")) var number: Int"),
            "'Flight' has no function 'isOdd'; write 'static func isOdd(_ value: Int) -> Bool' in the class")
        expectMistake(
            model("@Attribute(.satisfies(▶name)) var number: Int"), "name the function by a string literal")
    }

    @Test func misspelled() {
        let message =
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text"
        expectMistake(
            model("@Attribute(▶.notEmty) var name: String"), message, fix: (".notEmty", ".notEmpty"))
        expectMistake(model("@Attribute(▶.size(1...2)) var name: String"), message)
        expectMistake(model("@Attribute(▶Rules.length(1...2)) var name: String"), message)
    }

    @Test func required() {
        expectMistake(
            model("@Relationship(▶.required) var crew: ToMany<Person>"),
            "a relationship to many may be empty in a store at any time; remove '.required', or check it in 'validate(for:)'",
            fix: ("@Relationship(.required) var", "@Relationship var"))
        expectMistake(
            model("@Relationship(▶.requird, onDelete: .deny) var airline: Airline?"),
            "write the option as '.required': macros see only source text", fix: (".requird", ".required"))
        expectMistake(
            model("@Relationship(.required) var airline: ▶Airline"),
            "a relationship to one must be optional: the other object may be deleted elsewhere; write 'Airline?'",
            fix: ("var airline: Airline", "var airline: Airline?"))
    }

    @Test func deletingRemoved() {
        expectMistake(
            model("@Relationship(▶.deletingRemoved) var airline: Airline?"),
            "only a relationship to many has members to remove; write '.deletingRemoved' at the other side",
            fix: ("@Relationship(.deletingRemoved) var", "@Relationship var"))
        for rule in ["", ", onDelete: .nullify"] {
            expectMistake(
                model("@Relationship(▶.deletingRemoved\(rule)) var crew: ToMany<Person>"),
                "'.deletingRemoved' deletes what 'crew' loses, so name what deleting the owner does: add 'onDelete: .cascade', or '.deny'"
            )
        }
        expectMistake(
            model("@Relationship(▶.deletingremoved, onDelete: .cascade) var crew: ToMany<Person>"),
            "write the option as '.deletingRemoved': macros see only source text",
            fix: (".deletingremoved", ".deletingRemoved"))
        let code = expanded(
            """
            @Model final class Flight {
                var id: Int
                @Relationship(.deletingRemoved, onDelete: .deny) var crew: ToMany<Person>
            }
            """)
        #expect(code.contains("isToMany: true, deleteRule: .deny).deletingRemoved()"), "\(code)")
    }

    @Test func tablesOfPairs() {
        expectMistake(
            model("@Relationship(▶.table(\"pairs\")) var airline: Airline?"),
            "only a relationship of many to many has a table of pairs; remove '.table(\"pairs\")', or name the column: 'column:'",
            fix: ("@Relationship(.table(\"pairs\")) var", "@Relationship var"))
        let code = expanded(
            """
            @Model final class Flight {
                var id: Int
                @Relationship(.table("crews"), inverse: \\Person.flights) var crew: ToMany<Person>
            }
            """)
        #expect(code.contains(".inTable(\"crews\")"), "\(code)")
    }

    @Test func generatedRules() {
        let code = expanded(
            """
            @Model final class Flight {
                var id: Int
                @Attribute(.notEmpty, .length(2..<9)) var name: String?
                @Attribute(.range(-1...5)) var size: Int
                @Attribute(.range(..<1.5)) var share: Double
                @Attribute(.pattern(#"\\d+"#), .satisfies("isGood")) var code: String
                @Attribute(.trimmed, .length(...9, message: "long")) var note: String
                @Attribute(.fraction(...2, message: "cents")) var price: Decimal
                @Relationship(.required, onDelete: .deny) var airline: Airline?
                static func isGood(_ code: String) -> Bool { true }
            }
            """)
        for part in [
            #"rules: [Granary._AttributeRule.notEmpty(of: String.self), Granary._AttributeRule.length(of: String.self, from: 2, through: 9 - 1, name: "length(2..<9)")]"#,
            #"rules: [Granary._AttributeRule.range(of: Int.self, from: -1, through: 5, name: "range(-1...5)")]"#,
            #"rules: [Granary._AttributeRule.range(of: Double.self, below: 1.5, name: "range(..<1.5)")]"#,
            ##"Granary._AttributeRule.pattern(of: String.self, #"\d+"#)"##,
            #"Granary._AttributeRule.satisfies(of: String.self, "isGood","#, "Flight.isGood($0)",
            "isToMany: false, isOptional: false, deleteRule: .deny",
            #"Granary._AttributeRule.trimmed(of: String.self)"#,
            #"Granary._AttributeRule.length(of: String.self, through: 9, name: "length(...9)").message("long")"#,
            #"Granary._AttributeRule.fraction(of: Decimal.self, through: 2).message("cents")"#,
        ] {
            #expect(code.contains(part), "\(part) in \(code)")
        }
    }
}
