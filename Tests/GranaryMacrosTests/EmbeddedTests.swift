import Testing

/// What `@Embedded` makes of a structure, and what it refuses.
@Suite struct EmbeddedTests {
    @Test func partsBecomeFields() {
        expectExpansion(
            """
            @Embedded public struct Address {
                public var city: String
                public var zip: String?
                var lines: [Line] = []
                private let `case`: Int
                static let all: [Address] = []
                var isForeign: Bool { city != "Oslo" }
            }
            """,
            """
            public struct Address {
                public var city: String
                public var zip: String?
                var lines: [Line] = []
                private let `case`: Int
                static let all: [Address] = []
                var isForeign: Bool { city != "Oslo" }

                /// The parts as conditions, orders and columns name them.
                public nonisolated struct Fields: Swift.Sendable {
                    public let city = Granary._EmbeddedPart.part("city", of: Address.self, as: String.self)
                    public let zip = Granary._EmbeddedPart.part("zip", of: Address.self, as: String?.self)
                    let lines = Granary._EmbeddedPart.part("lines", of: Address.self, as: [Line].self)
                    fileprivate let `case` = Granary._EmbeddedPart.part("case", of: Address.self, as: Int.self)
                }

                public nonisolated static let fields = Fields()
            }

            nonisolated extension Address: Granary.Embedded {}
            """)
    }

    @Test func codingKeysNameTheMembers() {
        let code = expanded(
            """
            @Embedded struct Address {
                var city: String
                var zip: String?
                var note: String = ""
                enum CodingKeys: String, CodingKey {
                    case city = "town"
                    case zip
                }
            }
            """)
        #expect(
            code.contains(
                #"let city = Granary._EmbeddedPart.part("town", of: Address.self, as: String.self)"#))
        #expect(
            code.contains(#"let zip = Granary._EmbeddedPart.part("zip", of: Address.self, as: String?.self)"#)
        )
        #expect(!code.contains("let note ="))
    }

    @Test func otherModulesMakeValuesOfPublicStructures() {
        let made = expanded(
            """
            @Embedded public struct Address {
                public var city: String
                public var zip: String?
                public private(set) var country: Country = .here
                var lines: [Line] = []
                public let version: Int = 1
            }
            """)
        #expect(made.contains("public init(city: String, zip: String? = nil, country: Country = .here) {"))
        #expect(made.contains("self.country = country") && !made.contains("self.lines"))
        let own = ["internal var city: String", "public var city: String; public init() { city = \"\" }"]
        for members in own {
            #expect(!expanded("@Embedded public struct Address { \(members) }").contains("self.city = city"))
        }
        #expect(!expanded("@Embedded struct Address { var city: String }").contains("init("))
    }

    @Test func aStructureWithoutPartsHasNoFields() {
        let code = expanded("@Embedded struct Nothing {}")
        #expect(code.contains("nonisolated struct Fields: Swift.Sendable {}"))
    }

    @Test(arguments: ["final class", "enum", "actor"]) func otherKinds(_ keyword: String) {
        let marked = keyword == "final class" ? "final ▶class" : "▶\(keyword)"
        expectMistake(
            "@Embedded \(marked) Address {}",
            "@Embedded makes the parts of a struct known to queries; an enumeration or a class is stored as a whole, as it is 'Codable'"
        )
    }

    @Test func generic() {
        expectMistake(
            "@Embedded struct Box▶<T> { var x: Int }",
            "an embedded structure cannot be generic: its parts are known before the program runs")
        expectMistake(
            "enum Outer<T> { @Embedded struct ▶Box { var x: Int } }",
            "an embedded structure cannot be nested in 'Outer', which is generic; move it out")
        expectNoMistake("enum Outer { @Embedded struct Box { var x: Int } }")
    }

    @Test func isolated() {
        expectMistake(
            "▶@MainActor @Embedded struct Box { var x: Int }",
            "an embedded structure cannot belong to an actor: stores code its values anywhere")
    }

    @Test(arguments: ["Fields", "Granary", "Swift"]) func reservedNames(_ name: String) {
        expectMistake(
            "@Embedded struct ▶\(name) { var x: Int }",
            "an embedded structure cannot be named '\(name)': the code that the macro makes uses the name")
    }

    @Test func missingType() {
        expectMistake(
            "@Embedded struct Box { var ▶size = 3 }",
            "'size' needs a type annotation: macros see only source text",
            fix: ("var size =", "var size: Int ="))
        expectMistake(
            "@Embedded struct Box { var ▶size = makeSize() }",
            "'size' needs a type annotation: macros see only source text")
    }

    @Test func severalNames() {
        expectMistake(
            "@Embedded struct Box { var ▶x: Int, y: Int }",
            "write one 'var' with one name for each stored property")
    }

    @Test func wrappersAndModifiers() {
        expectMistake(
            "@Embedded struct Box { ▶@Trimmed var name: String }",
            "'@Trimmed' cannot be on a property of an embedded structure, whose parts are coded as they are; remove it",
            fix: ("@Trimmed var name: String", "var name: String"))
        expectMistake(
            "@Embedded struct Box { ▶lazy var name: String = \"\" }",
            "a 'lazy' property cannot be stored; remove it")
    }

    @Test func conditionalParts() {
        expectMistake(
            "@Embedded struct Box {\n#if DEBUG\n▶var x: Int\n#endif\n}",
            "a stored property cannot depend on a compilation condition: stores would differ; move it out")
    }

    @Test(arguments: [
        "▶init(from decoder: any Decoder) throws { x = 1 }",
        "func ▶encode(to encoder: any Encoder) throws {}",
    ])
    func codingByHand(_ member: String) {
        expectMistake(
            "@Embedded struct Box { var x: Int; \(member) }",
            "an embedded structure is coded as the compiler writes it, so that queries find its parts; remove this, or give parts other names by an 'enum CodingKeys'"
        )
    }
}
