import FoundationEssentials
import Testing

@testable import Granary

/// A sign with a mark behind it is one `Character` and not equal to the sign; rules about signs hold all the same.
@Suite struct CombiningMarkTests {
    static let marks = ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20DD}", "\u{1F3FD}"]

    @Test(arguments: marks) func namesAndDirectories(_ mark: String) {
        #expect(PathRule.fault(file: "../\(mark)x.sqlite") != nil)
        #expect(PathRule.fault(file: "a/\(mark)") != nil)
        #expect(PathRule.fault(file: "a\\\(mark)b") != nil)
        #expect(PathRule.fault(file: "..\(mark)") == nil)
        #expect(PathRule.fault(directory: "~\(mark)/data") != nil)
        let long = String(repeating: "x", count: 200)
        #expect(PathRule.fault(directory: "/\(mark)\(long)/\(mark)\(long)") == nil)
        #expect(PathRule.fault(directory: "/\(mark)\(long)\(long)") != nil)
    }

    @Test(arguments: marks) func pathsAreTakenApart(_ mark: String) throws {
        #expect(PathRule.join("data", "/\(mark)x") == "/\(mark)x")
        #expect(PathRule.join("data", "./\(mark)x").utf8.elementsEqual("data/\(mark)x".utf8))
        #expect(PathRule.join("data/\(mark)", "x") == "data/\(mark)/x")
        #expect(PathRule.directory(of: "/\(mark)x") == "/")
        #expect(PathRule.directory(of: "a/b/\(mark)x").utf8.elementsEqual("a/b".utf8))
        #expect(PathRule.name(of: "a/\(mark)x").utf8.elementsEqual("\(mark)x".utf8))
        let parent = FileManager.default.temporaryDirectory.path
        let place = try StoreConfiguration(
            name: "A", type: "disk", location: "\(parent)/\(mark)none/\(mark)", file: "\(mark)x"
        ).canonicalPath()
        #expect(place.directory.utf8.starts(with: "/".utf8))
        #expect(place.directory.utf8.reversed().starts(with: "/\(mark)none/\(mark)".utf8.reversed()))
        #expect(place.name.utf8.elementsEqual("\(mark)x".utf8))
    }

    @Test(arguments: marks) func referencesToSecrets(_ mark: String) throws {
        #expect(SecretReference("env:\(mark)A") == .environment("\(mark)A"))
        #expect(SecretReference("file:\(mark)A") == .file("\(mark)A"))
        let files = try ConfigurationFiles(["a": "\(mark)x\(mark)\r\n", "b": "x\n\(mark)", "c": "x\n"])
        let resolve = { SecretReference.file($0).resolve(variables: [:], directory: files.directory) }
        #expect(resolve("a") == .secret("\(mark)x\(mark)"))
        #expect(resolve("b") == .secret("x\n\(mark)"))
        #expect(resolve("c") == .secret("x"))
    }

    @Test(arguments: marks) func numbers(_ mark: String) {
        for text in ["6\(mark)4", "64 \(mark)MB", "64MB\(mark)", "1_\(mark)0", "\(mark)1"] {
            #expect(OptionText.bytes(text) == nil, "\(text.debugDescription)")
            #expect(OptionText.integer(text) == nil, "\(text.debugDescription)")
        }
        for text in ["-\(mark)5e2", "5e\(mark)2", "5\(mark)e2", "-5e-\(mark)2", "+5e2", "--5e2", "-+5e2"] {
            #expect(DecimalParts(scientificText: text) == nil, "\(text.debugDescription)")
        }
        #expect(DecimalParts(scientificText: "-5e2")?.scientificText == "-5e2")
    }

    @Test(arguments: marks) func jsonWithBackslashes(_ mark: String) throws {
        let json = #"{"a": "\\\#(mark)\ud83d\ude00\"\#(mark)"}"#
        let node = try #require(try ConfigurationNode(json: json, path: "a.json"))
        let text = try #require(node.node(at: ["a"])?.text)
        #expect(text.utf8.elementsEqual("\\\(mark)\u{1F600}\"\(mark)".utf8))
    }

    @Test(arguments: marks) func overridesThatMeanNothingAreFound(_ mark: String) async throws {
        let files = try ConfigurationFiles(["granary.yaml": "stores: { Main: { type: memory } }"])
        let problems = try await files.problems(
            variables: ["GRANARY_STACK_\(mark)X": "1"],
            arguments: ["--granary-\(mark)x=1", "--granary-location=\(mark)x"])
        #expect(problems.count == 3, "\(problems)")
    }

    @Test(arguments: marks) func tablesOfStoresAreReserved(_ mark: String) {
        for prefix in ["granary_", "sqlite_"] {
            let model = ModelDescription(
                name: "A", table: "\(prefix)\(mark)a", attributes: [.init("id", .integer)], key: ["id"])
            let error = #expect(throws: GranaryError.self) {
                _ = try Schema("Test", descriptions: [(model, nil)], configurations: [:])
            }
            #expect(error?.message.contains("begins with “\(prefix)”") == true)
        }
    }

    @Test(arguments: marks) func overlaysAreListedByTheirNames(_ mark: String) async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { type: memory } }", "granary.\(mark)a.yaml": "",
            "granary.test.yaml": "",
        ])
        let problems = try await files.problems(environment: "tset")
        #expect(problems.first?.contains("Did you mean “test”?") == true, "\(problems)")
        #expect(
            problems.first?.unicodeScalars.contains(mark.unicodeScalars.first ?? "?") == true, "\(problems)")
    }
}
