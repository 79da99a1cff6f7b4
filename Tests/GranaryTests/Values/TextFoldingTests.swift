import FoundationEssentials
import Granary
import GranaryConformance
import Testing

@Suite struct TextFoldingTests {
    /// What all scalars must come to under some options.
    struct Checksum: Sendable {
        let folding: TextFolding
        let value: UInt64
    }

    /// Checksums that `Scripts/generate_folding_tables.py` prints, computed from Python's own Unicode
    /// database.
    @Test(arguments: [
        Checksum(folding: .caseInsensitive, value: 0x9310_5329_271c_4550),
        Checksum(folding: .diacriticInsensitive, value: 0x3053_d7e3_33d7_60cb),
        Checksum(folding: [.caseInsensitive, .diacriticInsensitive], value: 0x02dc_f864_fefe_81fa),
    ])
    func everyScalarFoldsAsTheUnicodeDatabaseSays(expected: Checksum) {
        var text = ""
        for area in [0..<0x20000, 0x2f800..<0x2fb00, 0xe0000..<0xe0200] as [Range<UInt32>] {
            for scalar in area.compactMap(Unicode.Scalar.init) {
                text.unicodeScalars.append(scalar)
                text += "\n"
            }
        }
        let checksum = expected.folding.foldedBytes(text).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        #expect(checksum == expected.value)
        #expect(TextFolding.unicodeVersion == "14.0.0")
    }

    @Test func caseIsFoldedWithoutLocale() {
        let folding = TextFolding.caseInsensitive
        #expect(folding.fold("STRASSE Ünïted ΣΊΣΥΦΟΣ") == folding.fold("straße üNÏTED σίσυφος"))
        #expect(folding.equal("I", "i") && !folding.equal("ı", "i") && !folding.equal("İ", "i"))
        #expect(!folding.equal("é", "e"))
        #expect(!folding.equal("é", "e\u{301}"))
        #expect(folding.compare("a", "B") == .less)
        #expect(TextFolding().compare("a", "B") == .greater)
    }

    @Test func diacriticalMarksAreRemoved() {
        let folding = TextFolding.diacriticInsensitive
        #expect(folding.fold("Crème Brûlée, São Tomé, Ç") == "Creme Brulee, Sao Tome, C")
        #expect(folding.equal("é", "e\u{301}") && folding.equal("e", "é"))
        #expect(!folding.equal("ø", "o") && !folding.equal("É", "e"))
        #expect(folding.equal("\u{ac01}", "\u{1100}\u{1161}\u{11a8}"))
        #expect(folding.equal("\u{ac00}", "\u{1100}\u{1161}") && !folding.equal("\u{ac00}", "\u{ac01}"))
        let both: TextFolding = [.caseInsensitive, .diacriticInsensitive]
        #expect(both.equal("ÉCOLE İ ẞ", "ecole i ss"))
    }

    @Test func keptMarksComeInCanonicalOrder() {
        let folding = TextFolding.diacriticInsensitive
        #expect(folding.equal("a\u{302e}\u{16ff0}", "a\u{16ff0}\u{302e}"))
        #expect(folding.equal("a\u{1d165}\u{302e}\u{16ff0}b", "a\u{16ff0}\u{1d165}\u{302e}b"))
        #expect(!folding.equal("\u{302e}a\u{16ff0}", "\u{16ff0}a\u{302e}"))
        #expect(!folding.equal("a\u{1d165}\u{1d166}", "a\u{1d166}\u{1d165}"))
    }

    @Test func foldingTwiceChangesNothing() {
        let seed: UInt64 = 43
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = randomText(using: &generator)
            for options in 0..<8 as Range<UInt8> {
                let folding = TextFolding(rawValue: options)
                #expect(folding.equal(folding.fold(text), text), "seed \(seed)")
                #expect(Array(folding.fold(text).utf8) == folding.foldedBytes(text), "seed \(seed)")
            }
        }
    }

    @Test func searchFindsLiteralText() {
        let none = TextFolding()
        #expect(
            none.contains("100% of_it*", "% of_it*") && !none.contains("100", "%") && !none.contains("a", "_")
        )
        #expect(none.contains("abc", "") && none.hasPrefix("", "") && none.hasSuffix("a", ""))
        #expect(none.contains("aaab", "aab") && !none.contains("aab", "aaab") && none.contains("xx日本", "本"))
        #expect(none.hasPrefix("日本", "日") && none.hasSuffix("日本", "本") && !none.hasSuffix("本", "日本"))
        let folding: TextFolding = [.caseInsensitive, .diacriticInsensitive]
        #expect(folding.contains("Aéroport CHARLES", "roport ch") && folding.hasPrefix("Straße", "STRASS"))
        #expect(folding.hasSuffix("Łódź", "dz") && FoldedText("ÉA", folding: folding).equals("ea"))
        #expect(!FoldedText("ea", folding: folding).equals("eas"))
    }

    @Test func searchAgreesWithANaiveOne() {
        let seed: UInt64 = 47
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                ["a", "b", "é"].randomElement(using: &generator)!
            }
            let part = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                ["a", "b", "é"].randomElement(using: &generator)!
            }
            let found = (0...text.count).contains { text.dropFirst($0).starts(with: part) }
            #expect(TextFolding().contains(text.joined(), part.joined()) == found, "seed \(seed)")
            #expect(
                TextFolding().hasSuffix(text.joined(), part.joined())
                    == text.reversed().starts(with: part.reversed()))
        }
    }

    /// Marks that removal keeps come in the order of their combining classes, however long the run.
    @Test(.timeLimit(.minutes(1))) func longRunsOfMarksAreOrdered() {
        let folding = TextFolding.diacriticInsensitive
        let (stem, dot) = ("\u{1d165}", "\u{1d16d}")
        #expect(folding.equal("a" + dot + stem + "b" + dot + stem, "a" + stem + dot + "b" + stem + dot))
        #expect(!folding.equal("a" + dot + "b" + stem, "a" + stem + "b" + dot))
        let count = 100_000
        let mixed = "a" + String(repeating: dot + stem, count: count)
        let ordered = "a" + String(repeating: stem, count: count) + String(repeating: dot, count: count)
        #expect(folding.equal(mixed, ordered))
    }
}

@Suite struct TextPatternTests {
    @Test func wildcardsAreNeverInTheText() {
        let pattern: TextPattern = ["a%", .anyRun, "_?*\\"]
        #expect(TextPatternMatcher(pattern).matches("a% anything _?*\\"))
        #expect(!TextPatternMatcher(pattern).matches("ab anything _?*\\"))
        #expect(!TextPatternMatcher(["%"]).matches("x") && !TextPatternMatcher(["*"]).matches(""))
        #expect(TextPatternMatcher([]).matches("") && !TextPatternMatcher([]).matches("a"))
    }

    @Test func oneIsOneScalarOfTheFoldedText() {
        #expect(
            TextPatternMatcher([.anyOne, "b"]).matches("日b") && TextPatternMatcher([.anyOne]).matches("😀"))
        #expect(
            !TextPatternMatcher([.anyOne]).matches("") && !TextPatternMatcher([.anyOne]).matches("e\u{301}"))
        #expect(TextPatternMatcher([.anyOne], folding: .diacriticInsensitive).matches("e\u{301}"))
        #expect(TextPatternMatcher(["S", .anyRun], folding: .caseInsensitive).matches("sam"))
    }

    @Test func patternsThatMeanTheSameAreEqualAndSurviveCoding() throws {
        let pattern: TextPattern = ["a", "b", .anyRun, .anyRun, .anyOne, "", .anyRun, "c"]
        #expect(pattern == ["ab", .anyOne, .anyRun, "c"])
        #expect(pattern.hashValue == (["ab", .anyOne, .anyRun, "c"] as TextPattern).hashValue)
        #expect(pattern != ["ab", .anyRun, "c"] && (["é"] as TextPattern) != ["e\u{301}"])
        let data = try JSONEncoder().encode(pattern)
        #expect(String(decoding: data, as: UTF8.self) == #"["ab",1,-1,"c"]"#)
        #expect(try JSONDecoder().decode(TextPattern.self, from: data) == pattern)
        for text in ["[2]", "[0]", "3", "[null]", "[1.5]"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(TextPattern.self, from: Data(text.utf8))
            }
        }
    }

    @Test func matchingAgreesWithItsDefinition() {
        let seed: UInt64 = 53
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<6_000 {
            let text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                ["a", "b", "é"].randomElement(using: &generator)!
            }.joined()
            let pieces: [TextPattern.Piece] = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                [.anyOne, .anyRun, "a", "b", "é", "ab"].randomElement(using: &generator)!
            }
            let expected = definition(pieces[...], Array(text.unicodeScalars)[...])
            #expect(
                TextPatternMatcher(TextPattern(pieces)).matches(text) == expected,
                "\(pieces) \(text), seed \(seed)")
        }
    }

    @Test(.timeLimit(.minutes(1))) func hardPatternsEndSoon() {
        let pieces = (0..<400).map { $0 % 2 == 0 ? TextPattern.Piece.anyRun : "a" } + ["b"]
        #expect(!TextPatternMatcher(TextPattern(pieces)).matches(String(repeating: "a", count: 5_000)))
    }

    private func definition(_ pieces: ArraySlice<TextPattern.Piece>, _ text: ArraySlice<Unicode.Scalar>)
        -> Bool
    {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .literal(let literal):
            let scalars = Array(literal.unicodeScalars)
            return text.starts(with: scalars) && definition(rest, text.dropFirst(scalars.count))
        case .anyOne: return !text.isEmpty && definition(rest, text.dropFirst())
        case .anyRun: return definition(rest, text) || (!text.isEmpty && definition(pieces, text.dropFirst()))
        }
    }
}

/// A text of scalars from all over Unicode.
private func randomText(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let limit: UInt32 = [0x80, 0x250, 0x2000, 0xffff, 0x2ffff].randomElement(using: &generator) ?? 0x80
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) {
            text.unicodeScalars.append(scalar)
        }
    }
    return text
}
