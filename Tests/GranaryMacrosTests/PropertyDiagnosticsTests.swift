import Testing

@Suite struct PropertyDiagnosticsTests {
    /// A model with a key and one more member.
    private func model(_ member: String) -> String {
        "@Model final class Flight {\n    var id: UUID\n    \(member)\n}"
    }

    @Test func constant() {
        expectMistake(
            model("▶let name: String"), "'name' must be 'var': it is set when an object is read or refreshed",
            fix: ("let", "var"))
        expectMistake(
            model(#"public ▶let name: String = "x""#),
            "'name' must be 'var': it is set when an object is read or refreshed", fix: ("let", "var"))
    }

    @Test(arguments: [("3", "Int"), ("-3", "Int"), ("2.5", "Double"), ("true", "Bool"), (#""x""#, "String")])
    func missingType(_ value: String, _ type: String) {
        expectMistake(
            model("var ▶size = \(value)"), "'size' needs a type annotation: macros see only source text",
            fix: ("var size =", "var size: \(type) ="))
    }

    @Test func missingTypeOfExpression() {
        expectMistake(
            model("var ▶size = makeSize()"), "'size' needs a type annotation: macros see only source text"
        )
    }

    @Test(arguments: [
        ("lazy", "lazy var x: Int = 3"), ("weak", "weak var x: Thing?"),
        ("unowned", "unowned(unsafe) var x: Thing"),
    ])
    func modifiers(_ word: String, _ code: String) {
        expectMistake(
            model("▶\(code)"), "a '\(word)' property cannot be stored; mark it @Transient",
            fix: (code, "@Transient \(code)"))
    }

    @Test func observers() {
        expectMistake(
            model("var name: String ▶{ didSet { print(name) } }"),
            "a stored property cannot have observers; observe the object's context, or use a computed property"
        )
    }

    @Test func repeatedMarks() {
        let message =
            "'email' is marked @Attribute twice, and only one mark is read; write all of it into one"
        expectMistake(
            model("@Attribute(.indexed) ▶@Attribute(.unique) var email: String"), message,
            fix: ("@Attribute(.indexed) @Attribute(.unique) var", "@Attribute(.indexed, .unique) var"))
        expectMistake(
            model(#"@Attribute(.unique, column: "e") ▶@Granary.Attribute(.unique) var email: String"#),
            message,
            fix: (
                #"@Attribute(.unique, column: "e") @Granary.Attribute(.unique) var"#,
                #"@Attribute(.unique, column: "e") var"#
            ))
        expectMistake(
            model(#"@Attribute(column: "e") ▶@Attribute(column: "f") var email: String"#), message)
        expectMistake(
            model("@Attribute ▶@Attribute @Attribute(.unique) var email: String"), message)
        expectMistake(
            model("@Relationship(onDelete: .deny) ▶@Relationship var other: Flight?"),
            "'other' is marked @Relationship twice, and only one mark is read; write all of it into one",
            fix: (
                "@Relationship(onDelete: .deny) @Relationship var", "@Relationship(onDelete: .deny) var"
            ))
    }

    @Test(arguments: ["indexed", "Options.unique", "(.unique)", ".email", "isUnique ? .unique : .indexed"])
    func optionsThatAreNotWrittenOut(_ option: String) {
        expectMistake(
            model("@Attribute(▶\(option)) var email: String"),
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text"
        )
    }

    @Test func options() {
        expectMistake(
            model("@Attribute(▶.uniqe) var email: String"),
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text",
            fix: (".uniqe", ".unique"))
        expectMistake(
            model("@Attribute(▶.indexed(.diacriticInsensitive)) var email: String"),
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text",
            fix: (".indexed(.diacriticInsensitive)", ".indexed"))
        expectNoMistake(
            model("@Attribute(.indexed, .indexed(.caseInsensitive)) var email: String"))
        expectNoMistake(
            model("@Attribute(.unique, AttributeOption.indexed, column: name) var email: String"))
        expectNoMistake(model("@Attribute(Granary.AttributeOption.unique) var email: String"))
    }

    @Test func propertyWrappers() {
        let end =
            "cannot be on a stored property, whose accessors @Model writes; remove it, or mark the property "
        expectMistake(
            model("▶@Trimmed var name: String"), "'@Trimmed' \(end)@Transient",
            fix: ("@Trimmed var name", "var name"))
        expectMistake(
            model("@Attribute(.unique) ▶@Texts.Trimmed(length: 3) public var name: String"),
            "'@Texts.Trimmed' \(end)@Transient",
            fix: ("@Attribute(.unique) @Texts.Trimmed(length: 3) public", "@Attribute(.unique) public"))
        expectNoMistake(model(#"@Transient @Trimmed var name: String = """#))
        expectNoMistake(model(#"@available(*, deprecated) var name: String"#))
    }

    @Test(arguments: ["self", "Self", "Type", "Protocol"]) func namesWithAMeaning(_ name: String) {
        expectMistake(
            model("var ▶`\(name)`: String"),
            "'\(name)' means something else after a dot or in a method; choose another name")
    }

    @Test(arguments: ["Granary", "Swift", "CodingKeys"]) func namesThatTheCodeNeeds(_ name: String) {
        expectMistake(
            model("var ▶\(name): String"), "'\(name)' is a name the macro needs itself; choose another one")
    }

    @Test func severalNames() {
        expectMistake(model("var ▶a: Int, b: Int"), "write one 'var' for each stored property")
        expectMistake(
            model("var ▶(a, b): (Int, Int)"), "write one 'var' with one name for each stored property")
    }

    @Test func ignoredProperties() {
        expectNoMistake(model("static var count = 0"))
        expectNoMistake(model("static let shared = Flight()"))
        expectNoMistake(model("var shout: String { \"!\" }"))
        expectNoMistake(model("var shout: String { get { \"!\" } set {} }"))
        expectNoMistake(model("func go() {}"))
        expectNoMistake(model("@Transient var note = \"\""))
        expectNoMistake(model("@Transient lazy var note = makeNote()"))
        expectNoMistake(model("@Transient let note = makeNote()"))
        expectNoMistake(model("@Transient weak var delegate: Delegate?"))
        expectNoMistake(model("@Transient var observed: Int = 0 { didSet { } }"))
    }

    @Test func conditional() {
        expectMistake(
            "@Model final class Flight {\n    var id: UUID\n    #if DEBUG\n    ▶var note: String\n    #endif\n}",
            "a stored property cannot depend on a compilation condition: stores would differ; move it out, or mark it @Transient"
        )
        expectNoMistake(
            "@Model final class Flight {\n    var id: UUID\n    #if DEBUG\n    var note: String { \"\" }\n    #endif\n}"
        )
    }

    @Test func transientWithoutValue() {
        expectMistake(
            model("@Transient var ▶note: String"),
            "a @Transient property needs an initial value: objects read from a store get it")
    }

    @Test func transientWithOtherMarks() {
        expectMistake(
            model("@Transient ▶@Attribute(.unique) var note: String = \"\""),
            "a @Transient property is not stored; remove @Attribute", fix: ("@Attribute(.unique) ", ""))
        expectMistake(
            model("▶@Relationship @Transient var friend: Flight?"),
            "a @Transient property is not stored; remove @Relationship", fix: ("@Relationship ", ""))
    }

    @Test func markOnComputedProperty() {
        expectMistake(
            model("▶@Attribute(.indexed) var shout: String { \"!\" }"),
            "only stored instance properties can be stored; remove @Attribute",
            fix: ("@Attribute(.indexed) ", ""))
        expectMistake(
            model("▶@Relationship static var all: ToMany<Flight>"),
            "only stored instance properties can be stored; remove @Relationship", fix: ("@Relationship ", "")
        )
    }

    @Test(arguments: [
        ("Any", "a value of any type"), ("any Codable", "a value of any type"),
        ("AnyObject", "a value of any type"),
        ("some Codable", "a value of any type"), ("(Int, Int)", "a tuple"), ("() -> Void", "a function"),
        ("(@Sendable (Int) -> Int)", "a function"), ("[Any]", "a value of any type"), ("Int.Type", "a type"),
        ("[String: (Int, Int)]", "a tuple"),
    ])
    func unsupportedTypes(_ type: String, _ reason: String) {
        expectMistake(
            model("var x: ▶\(type)"),
            "\(reason) cannot be stored; use a type that is Codable, Sendable and Equatable, or mark the property @Transient"
        )
    }

    @Test func unsupportedOptional() {
        expectMistake(
            model("var x: ▶(() -> Void)?"),
            "a function cannot be stored; use a type that is Codable, Sendable and Equatable, or mark the property @Transient",
            fix: ("var x:", "@Transient var x:"))
    }

    @Test func implicitlyUnwrapped() {
        expectMistake(
            model("var x: ▶Int!"), "an implicitly unwrapped optional traps when it is nil; write 'Int?'",
            fix: ("Int!", "Int?"))
    }

    @Test func columnsAndOptionsOfOtherForms() {
        expectMistake(
            model("@Attribute(▶\"n\") var name: String"), "name the column with its label: 'column: \"n\"'",
            fix: ("(\"n\")", "(column: \"n\")"))
        expectMistake(
            model("@Attribute(▶name: \"n\") var name: String"), "'name:' is written 'column:'",
            fix: ("name: \"n\"", "column: \"n\""))
        expectMistake(
            model("@Attribute(▶[.unique, .indexed]) var name: String"),
            "write the options one after the other, without brackets: '.unique, .indexed'")
        expectMistake(
            model("@Attribute(default: ▶3) var name: String"), "the default '3' is no 'String'")
    }

    @Test func defaultsThatAreNotConstant() {
        let message =
            "an initial value is made again for every object that is read, so it must be a literal or a case; "
            + "other defaults belong in @Attribute(default:)"
        expectMistake(
            model("var made: Date = ▶Date()"), message,
            fix: ("var made: Date = Date()", "@Attribute(default: Date()) var made: Date"))
        expectMistake(
            model("@Attribute(.indexed) var made: Date = ▶.now"), message,
            fix: (
                "@Attribute(.indexed) var made: Date = .now",
                "@Attribute(.indexed, default: .now) var made: Date"
            ))
        expectMistake(
            model("var text: String = ▶\"\\(1 + 1)\""), message,
            fix: ("var text: String = \"\\(1 + 1)\"", "@Attribute(default: \"\\(1 + 1)\") var text: String"))
    }

    @Test func constantDefaults() {
        for declaration in [
            "Int = -3", "Double = 2.5", "Bool = true", "String = \"x\"", "Int? = nil", "[String] = []",
            "[String: Int] = [:]", "[String: Int] = [\"a\": 1]", "[Int] = [1, -2]", "Grade = .low",
            "Grade? = Grade.low",
            "Set<Grade> = [.low]",
        ] {
            expectNoMistake(model("var x: \(declaration)"))
        }
        expectNoMistake(model("@Attribute(default: 3) var x: Int"))
        expectNoMistake(model("@Attribute(default: Date()) var x: Date"))
    }

    @Test func twoDefaults() {
        expectMistake(
            model("@Attribute(default: 3) var x: Int = ▶4"), "'x' has two defaults: 3 and 4; keep one")
    }

    @Test func generatedKeyWithValue() {
        expectMistake(
            "@Model final class Flight { var id: UUID = ▶UUID() }",
            "keys of this type are made at insertion; leave the initial value out",
            fix: ("var id: UUID = UUID()", "var id: UUID"))
    }

    @Test(arguments: [
        "_objectState", "objectID", "objectKey", "snapshot", "willChange", "toOne", "setToOne",
        "_reference", "_members",
    ])
    func reservedNames(_ name: String) {
        expectMistake(
            model("var ▶\(name): Int"), "'\(name)' is a name the macro needs itself; choose another one")
    }

    @Test(
        arguments: [
            ("isInserted", "isAdded"), ("isDeleted", "isRemoved"), ("hasChanges", "hasEdits"),
            ("context", "surroundings"), ("failures", "faults"),
        ])
    func namesOfMembersThatEveryObjectHas(_ name: String, _ other: String) {
        let message =
            "'\(name)' would hide the '\(name)' that every object has; choose another name, such as '\(other)', "
            + "and keep a stored name with '@Attribute(column: \"\(name)\")'"
        expectMistake(model("var ▶\(name): Bool"), message)
        expectMistake(model("var ▶\(name): Bool { true }"), message)
        expectNoMistake(model("@Attribute(column: \"\(name)\") var \(other): Bool"))
    }

    @Test func reservedNestedTypes() {
        expectMistake(
            model("struct ▶Snapshot {}"), "'Snapshot' is a name the macro needs itself; choose another one")
        expectNoMistake(model("struct Detail: Codable {}"))
    }

    @Test func storageNames() {
        expectMistake(
            model("var name: String; @Transient var ▶_name = \"\""),
            "'_name' is the hidden storage of 'name'; choose another name")
        expectMistake(
            model("var key: String; @Transient var ▶__key = \"\""),
            "'__key' is the hidden storage of 'key'; choose another name")
        expectNoMistake(model("var reference: String; var members: Int; @Relationship var key: Flight?"))
    }

    @Test func columns() {
        expectMistake(
            model("var name: String; @Attribute(column: ▶\"NAME\") var title: String"),
            "'title' and 'name' have the same column 'NAME' (case does not count)")
        expectMistake(model("@Attribute(column: ▶\"\") var title: String"), "a column needs a name")
        expectNoMistake(model("@Attribute(column: \"b\") var a: Int; @Attribute(column: \"a\") var b: Int"))
    }
}
