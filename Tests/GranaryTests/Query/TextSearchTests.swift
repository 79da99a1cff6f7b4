import Granary
import GranaryTestSupport
import Testing

/// Searches of words: the grammar, what is found, and what is no search.
@Suite struct TextSearchTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    static let text = "Sailing alone around the World: dead calm, then wind. The sails don't fill."

    @Test(arguments: [
        "sails", "SAILS", "sail*", "s\u{E4}ils", "world wind", "world AND wind", "calm OR storm", "NOT storm",
        "wind NOT storm", "\"dead calm\"", "\"Dead-CALM, then\"", "dead-calm", "\"alone aro\"*", "don't",
        "t fill",
        "(storm OR wind) sail*", "NOT (storm OR rain)", "NOT NOT wind", "storm AND rain OR wind",
        "wind OR storm AND rain", "  wind  & ", "NOT storm wind", "alone\u{3000}around", "\"then wind the\"",
    ])
    func isFound(search: String) throws {
        #expect(try SearchQuery(parsing: search).matches(Self.text))
    }

    @Test(arguments: [
        "sail", "ails", "storm*", "wind storm", "\"calm dead\"", "\"dead then\"",
        "NOT wind", "wind NOT calm", "wind and calm", "storm OR rain", "\"dead ca\"", "NOT (wind OR rain)",
        "(wind OR calm) storm", "\"fill sailing\"",
    ])
    func isNotFound(search: String) throws {
        #expect(try !SearchQuery(parsing: search).matches(Self.text))
    }

    @Test(arguments: [
        ("*", 1), ("wind *", 6), ("wind ** sail", 6), ("()", nil), ("( ) wind", 3), ("wind )", 6),
        ("(wind", 1),
        ("wind (sail OR", 14), ("AND wind", 1), ("wind OR OR sail", 9), ("wind AND", 9), ("wind NOT", 9),
        ("\"wind", 1), ("wind \"\"", 6), ("wind \"&\"", 6), ("NOT OR wind", 5), ("", nil), (" & ", nil),
        ("AND", nil),
        ("NOT (OR)", nil),
    ])
    func whatIsNoSearchIsAnErrorWithItsPlace(search: String, place: Int?) throws {
        do {
            _ = try SearchQuery(parsing: search)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .query)
            #expect(!error.message.contains("wind") && !error.message.contains("&"))
            if let place {
                #expect(error.message.contains("at character \(place) of a search"))
            } else {
                #expect(error.message.contains("has no word"))
            }
        }
    }

    @Test func limitsAreErrors() throws {
        func fails(_ search: String, _ part: String) {
            do {
                _ = try SearchQuery(parsing: search)
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.message.contains(part))
            }
        }
        let words = Array(repeating: "a", count: 64).joined(separator: " ")
        #expect(try SearchQuery(parsing: words).matches("a"))
        fails(words + " a", "64 words, at character 129")
        #expect(try SearchQuery(parsing: String(repeating: "a", count: 1_000)).matches("b") == false)
        fails(String(repeating: "a", count: 1_001), "1000 characters")
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try SearchQuery(parsing: nested(32)).matches("a"))
        fails(nested(33), "32 levels")
        fails(nested(480), "32 levels")
        fails(String(repeating: "NOT ", count: 33) + "a", "32 levels")
    }

    @Test func lettersOfScriptsWithoutSpacesAreWords() throws {
        #expect(
            try SearchQuery(parsing: "\u{6771}\u{4EAC}").matches("\u{79C1}\u{306F}\u{6771}\u{4EAC}\u{90FD}"))
        #expect(try !SearchQuery(parsing: "\u{4EAC}\u{6771}").matches("\u{6771}\u{4EAC}\u{90FD}"))
        #expect(
            try SearchQuery(parsing: "\u{E44}\u{E17}\u{E22}").matches(
                "\u{E20}\u{E32}\u{E29}\u{E32}\u{E44}\u{E17}\u{E22}"))
        #expect(try SearchQuery(parsing: "\u{D558}*").matches("\u{D55C}\u{AD6D}"))
        #expect(try SearchQuery(parsing: "co\u{AD}operate").matches("cooperate"))
    }

    /// The table of parts of words against the properties that Swift knows.
    @Test func lettersAndDigitsMakeWords() {
        for scalar in (1...0x1_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            guard let age = properties.age, (age.major, age.minor) <= (14, 0) else { continue }
            let text = "a\(scalar)a"
            let count = TextWords.words(of: text).count
            switch properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .letterNumber, .decimalNumber, .otherNumber:
                #expect(count == 1 || count == 3, "\(scalar.value)")
            case .nonspacingMark, .spacingMark, .enclosingMark: #expect(count == 1, "\(scalar.value)")
            case .format: #expect(count == (scalar == "\u{200B}" ? 2 : 1), "\(scalar.value)")
            default: #expect(count == 2, "\(scalar.value)")
            }
        }
    }

    @Test func ranksCountWordsAndLengths() throws {
        let search = try SearchQuery(parsing: "wind OR \"dead calm\" OR sail* NOT storm")
        func share(_ count: Double, of words: Double) -> Double { count / (count + 1 + words / 100) }
        #expect(search.rank(of: "nothing") == 0)
        #expect(search.rank(of: "storm") == 0)
        #expect(search.rank(of: "wind") == share(1, of: 1))
        #expect(search.rank(of: "wind, wind") == share(2, of: 2))
        #expect(search.rank(of: "Dead calm sails") == share(1, of: 3) + share(1, of: 3))
        #expect(search.rank(of: "wind sail") > search.rank(of: "wind wind"))
        #expect(search.rank(of: "wind") > search.rank(of: "wind or rain"))
    }

    @Test func placesAreThoseOfTheText() throws {
        func found(_ search: String, _ text: String) throws -> [String] {
            try SearchQuery(parsing: search).ranges(in: text).map { String(text[$0]) }
        }
        #expect(try found("sail* OR \"the world\"", Self.text) == ["Sailing", "the World", "sails"])
        #expect(try found("\"a b\" OR \"b c\" OR d", "a b c, d") == ["a b c", "d"])
        #expect(try found("b OR \"a b\"", "a b") == ["a b"])
        #expect(
            try found("ete NOT a", "a \u{E9}t\u{E9}, e\u{301}te\u{301}!") == [
                "\u{E9}t\u{E9}", "e\u{301}te\u{301}",
            ])
        #expect(try found("x", Self.text) == [])
    }

    @Test func aQueryNamesTheAttributeOfAWrongSearch() throws {
        let tree = ExpressionTree.function(.search(.matches), ["team.name", .text("wind AND")])
        #expect {
            _ = try world.binder().bindCondition(tree)
        } throws: { error in
            guard let error = error as? GranaryError else { return false }
            return error.code == .query && error.context.entity == "Player"
                && error.context.properties == ["team.name"] && error.message.contains("character 9")
        }
    }

    @Test(
        arguments: [
            .function(.search(.matches), ["score", .text("a")]),
            .function(.search(.matches), ["name", "nick"]),
            .function(.search(.matches), ["name", .literal(.null)]), .function(.search(.matches), ["name"]),
            .function(.search(.highlighted), ["name", .text("a"), .text("[")]),
            .function(.search(.matches), ["name", .text("a"), .text("b")]),
        ] as [ExpressionTree])
    func otherOperandsAreErrors(tree: ExpressionTree) throws {
        let error = #expect(throws: GranaryError.self) { _ = try world.binder().bind(tree) }
        #expect(error?.code == .query)
    }

    @Test func nilHasNoWord() throws {
        func value(_ function: ExpressionTree.SearchFunction, _ more: ExpressionTree...) throws -> Value {
            try world.value(.function(.search(function), [.literal(.null), .text("NOT a")] + more))
        }
        #expect(try value(.matches) == .bool(false))
        #expect(try value(.rank) == .real(0))
        #expect(try value(.highlighted, .text("["), .text("]")) == .null)
    }
}
