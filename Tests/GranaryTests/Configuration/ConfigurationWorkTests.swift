import FoundationEssentials
import Testing

@testable import Granary

/// However a configuration is written, the time that answering it takes has a limit: work grows with its size.
@Suite(.timeLimit(.minutes(1))) struct ConfigurationWorkTests {
    @Test func longNamesAreNotCompared() {
        let name = String(repeating: "x", count: NearestMatch.longestName)
        #expect(NearestMatch.of(name + "y", in: [name + "y"]) == nil)
        #expect(NearestMatch.of(name, in: [name + "y", name]) == name)
        #expect(NearestMatch.of("x\(String(repeating: "\u{301}", count: 400_000))", in: ["x"]) == nil)
    }

    @Test func onlyTheFirstCandidatesAreCompared() {
        let many = (0..<NearestMatch.mostCandidates).map { "something else \($0)" }
        #expect(NearestMatch.of("name", in: many.dropLast() + ["nam"]) == "nam")
        #expect(NearestMatch.of("name", in: many + ["name"]) == nil)
    }

    /// The rows of the table that a comparison makes end where the limit is passed.
    @Test func aComparisonStopsAtItsLimit() {
        var compared = 0
        struct Letter: Equatable {
            let value: Int
            let count: () -> Void
            static func == (left: Letter, right: Letter) -> Bool {
                left.count()
                return left.value == right.value
            }
        }
        let letters = { (range: Range<Int>) in range.map { Letter(value: $0) { compared += 1 } } }
        #expect(NearestMatch.distance(letters(0..<60), letters(100..<160), atMost: 3) == nil)
        #expect(compared <= 60 * 4)
        compared = 0
        #expect(NearestMatch.distance(letters(0..<60), letters(0..<50), atMost: 3) == nil)
        #expect(compared == 0)
        #expect(NearestMatch.distance(letters(0..<60), letters(0..<58), atMost: 3) == 2)
    }

    @Test func fiveThousandStores() async throws {
        let stores = (0..<4_900).map { "  S\($0): {}\n" }.joined()
        let files = try ConfigurationFiles(["granary.yaml": "stores:\n\(stores)"])
        #expect(try await files.problems().count == 51)
        let problems = try await files.problems(
            variables: ["GRANARY_STORES_S4899_FIEL": "x"], arguments: ["--granary-stores-s4899-tipe=x"])
        #expect(problems.first?.hasSuffix("Did you mean “--granary-stores-s4899-type”?") == true)
        #expect(problems.dropFirst().first?.hasSuffix("Did you mean “GRANARY_STORES_S4899_FILE”?") == true)
    }

    @Test func manyOptions() async throws {
        let options = (0..<9_000).map { "      o\($0): 1\n" }.joined()
        let files = try ConfigurationFiles([
            "granary.yaml": "stores:\n  Main:\n    type: disk\n    options:\n\(options)"
        ])
        #expect(try await files.problems().count == 51)
    }

    @Test func longNamesAndValues() async throws {
        let long = String(repeating: "aB", count: 200_000)
        for yaml in [
            "stores: { Main: { type: \(long) } }", "stores: { Main: { \(long): x } }",
            "stores: { \(long): { type: disk } }", "stack: { workers: \(long) }",
        ] {
            let problems = try await ConfigurationFiles(["granary.yaml": yaml]).problems()
            #expect(!problems.isEmpty && problems.allSatisfy { $0.utf8.count < 8_000 }, "\(yaml.prefix(40))")
        }
    }

    @Test func manyBackslashes() throws {
        for piece in [#"\\"#, #"\""#, #"\u00e9"#, #"\ud83d\ude00"#, "\\\\\u{301}"] {
            let json = "{\"a\": \"\(String(repeating: piece, count: 300_000 / piece.utf8.count))\"}"
            #expect(try ConfigurationNode(json: json, path: "a.json")?.node(at: ["a"])?.text != nil)
        }
        #expect(throws: GranaryError.self) {
            try ConfigurationNode(json: String(repeating: "\\", count: 300_000), path: "a.json")
        }
    }

    /// The parser compares keys with everything in them, so that aliases in keys would take a time without end.
    @Test(arguments: [
        "? *a60\n: 1", "*a60 : 1", "[*a60]: 1", "{*a60: 1}", "b: {?*a60 : 1}", "b: [? *a60 : 1]", "- ? *a60",
        "b:\n  ? *a60\n", "{ \"x\": [*a60]: 1 }",
    ])
    func aliasesInKeys(_ key: String) throws {
        var lines = ["a0: &a0 [x, x]"]
        for level in 1...60 { lines.append("a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]") }
        let yaml = (lines + [key]).joined(separator: "\n")
        #expect(throws: GranaryError.self) { try ConfigurationNode(yaml: yaml, path: "a.yaml") }
    }

    @Test func aliasesOfValuesAreFine() throws {
        let yaml = """
            # What? All *stores* are: here
            place: &place /data?x=1
            stores:
              A: { location: *place }
              B: { location: *place, file: "a]" }
            """
        let node = try #require(try ConfigurationNode(yaml: yaml, path: "a.yaml"))
        #expect(node.node(at: ["stores", "B", "location"])?.text == "/data?x=1")
    }
}
