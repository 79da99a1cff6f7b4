import Granary
import Testing

/// DESIGN §4, “text” and “contains …”: by UTF-8 bytes, literal, folded only where asked.
@Suite struct TextMeaningTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func holds(
        _ comparison: ExpressionTree.TextComparison, _ left: String, _ right: String,
        _ options: TextOptions = []
    ) throws -> Bool {
        let asConstant = try world.holds(.text(comparison, .text(left), .text(right), options))
        // The same with texts that come from columns.
        let row = world.add("Player", ["id": .integer(1), "name": .text(left), "nick": .text(right)])
        #expect(try world.holds(.text(comparison, "name", "nick", options), on: row) == asConstant)
        return asConstant
    }

    @Test func equalityAndOrderAreThoseOfTheBytes() throws {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        #expect(try !world.holds(.compare(.equal, .text(composed), .text(decomposed))))
        #expect(try world.holds(.compare(.less, .text(decomposed), .text(composed))))
        #expect(try world.holds(.compare(.less, .text("Z"), .text("a"))))
        #expect(try world.holds(.compare(.less, .text("\u{ffff}"), .text("\u{10000}"))))
        #expect(try !world.holds(.isIn(.text(composed), [.text(decomposed)])))
        #expect(try holds(.contains, decomposed, "e"))
        #expect(try !holds(.equal, composed, decomposed))
    }

    @Test func noCharacterIsSpecial() throws {
        for special in ["%", "_", "*", "?", "\\", "[a]", "'"] {
            #expect(try holds(.contains, "x\(special)y", special))
            #expect(try !holds(.contains, "xay", special))
            #expect(try holds(.hasPrefix, "\(special)y", special))
            #expect(try !holds(.hasPrefix, "ay", special))
            #expect(try holds(.hasSuffix, "y\(special)", special))
            #expect(try world.holds(.matches(.text("x\(special)"), ["x", .literal(special)], [])))
            #expect(try !world.holds(.matches(.text("xa"), ["x", .literal(special)], [])))
        }
    }

    @Test func partsOfTexts() throws {
        for comparison in [ExpressionTree.TextComparison.contains, .hasPrefix, .hasSuffix] {
            #expect(try holds(comparison, "", ""))
            #expect(try holds(comparison, "abc", ""))
            #expect(try !holds(comparison, "", "a"))
            #expect(try holds(comparison, "abc", "abc"))
            #expect(try !holds(comparison, "abc", "abcd"))
        }
        #expect(try holds(.contains, "abcabd", "abd"))
        #expect(try holds(.hasPrefix, "abc", "ab"))
        #expect(try !holds(.hasPrefix, "abc", "bc"))
        #expect(try holds(.hasSuffix, "abc", "bc"))
    }

    @Test func foldingOnlyWhereAsked() throws {
        #expect(try !holds(.equal, "Zürich", "zürich"))
        #expect(try holds(.equal, "ZÜRICH", "zürich", .caseInsensitive))
        #expect(try !holds(.equal, "Zurich", "Zürich", .caseInsensitive))
        #expect(try holds(.equal, "Zurich", "Zürich", .diacriticInsensitive))
        #expect(try holds(.contains, "GROSSE STRASSE", "straße", .caseInsensitive))
        #expect(try holds(.hasPrefix, "Éclair", "ec", [.caseInsensitive, .diacriticInsensitive]))
        #expect(
            try world.holds(
                .matches(.text("Été"), ["e", .anyOne, .anyRun], [.caseInsensitive, .diacriticInsensitive])))
    }

    @Test func patternsMatchWholeTexts() throws {
        let cases: [(TextPattern, [String], [String])] = [
            ([], [""], ["a"]),
            (["a"], ["a"], ["", "ab", "ba"]),
            ([.anyRun], ["", "abc"], []),
            (["a", .anyRun], ["a", "abc"], ["ba"]),
            ([.anyOne], ["x", "é", "\u{10000}"], ["", "xy"]),
            (["a", .anyRun, "b", .anyRun, "c"], ["abc", "axxbxxbyc"], ["acb", "abcd"]),
            ([.anyRun, "ab"], ["aab", "abab"], ["aba"]),
        ]
        for (pattern, matching, others) in cases {
            for text in matching { #expect(try world.holds(.matches(.text(text), pattern, []))) }
            for text in others { #expect(try !world.holds(.matches(.text(text), pattern, []))) }
        }
    }
}
