import Foundation
import GranaryTestSupport
import Testing

/// Every example in the documents compiles and runs to its end: the Swift blocks of a document form one program, which is
/// the top level of a `main.swift`, beside the document's first configuration file.
///
/// A block whose first line is a comment with the path of an example is no part of it: it shows lines of that file.
@Suite(.timeLimit(.minutes(10))) struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The documents with Swift examples, by their paths in the repository.
    static let documents: [String] = {
        guard let files = FileManager.default.enumerator(atPath: root.path) else { return [] }
        return files.compactMap { $0 as? String }.filter { path in
            path.hasSuffix(".md") && !path.hasPrefix(".") && !path.contains("/.build")
                && !program(of: path).isEmpty
        }.sorted()
    }()

    private static let chapterForAuthors = "Sources/GranaryStore/GranaryStore.docc/BackendAuthors.md"

    /// What the examples of a document take for granted.
    private static let assumed = [chapterForAuthors: SketchedEngine.shelf]

    private static func program(of path: String) -> String {
        blocks(of: path, in: "swift").filter { !isExcerpt($0) }.joined(separator: "\n")
    }

    private static func isExcerpt(_ block: String) -> Bool { block.hasPrefix("// Examples/") }

    /// The blocks of a document in a language.
    private static func blocks(of path: String, in language: String) -> [String] {
        guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
            return []
        }
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// What a document says that its program prints.
    private static func console(of path: String) -> String {
        blocks(of: path, in: "console").joined(separator: "\n") + "\n"
    }

    @Test func thereAreSome() {
        let documents = Self.documents
        #expect(documents.contains("README.md") && documents.contains(Self.clientTutorial))
        #expect(documents.count >= 4)
    }

    /// Documents whose programs are only sketches, or need a server.
    private static let notRun = [chapterForAuthors, "Backends/PostgreSQL/README.md"]

    @Test(arguments: notRun) func compile(_ path: String) throws {
        let program = [Self.program(of: path), Self.assumed[path] ?? ""].joined(separator: "\n")
        let errors = try TypeChecker.errors(in: program, asMain: true)
        #expect(errors == [])
    }

    /// What a document shows of a file is there, in one piece.
    @Test func excerptsAreThoseOfTheirFiles() throws {
        func lines(_ text: String) -> [String] {
            text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        var count = 0
        for path in Self.documents {
            for block in Self.blocks(of: path, in: "swift") where Self.isExcerpt(block) {
                let shown = lines(block)
                let file = Self.root.appending(path: shown[0].dropFirst(3))
                let text = lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n")
                let isThere = "\n\(text)\n".contains("\n\(shown.dropFirst().joined(separator: "\n"))\n")
                #expect(isThere, "\(path) shows other lines than \(shown[0].dropFirst(3)) has")
                count += 1
            }
        }
        #expect(count >= 3)
    }

    private static let firstTutorial = "Sources/Granary/Granary.docc/FromAnEmptyFolder.md"
    private static let clientTutorial = "Sources/GranarySync/GranarySync.docc/ADayWithoutANetwork.md"
    private static let accountTutorial =
        "Sources/GranaryAccounts/GranaryAccounts.docc/TwoTravellersAndAGuest.md"

    /// What the programs of some documents get as arguments, and what they print.
    private static let runs: [String: (arguments: [String], output: String)] = [
        "README.md": ([], "[\"The Odyssey\"]\n"),
        "Sources/Granary/Granary.docc/Granary.md": ([], "[\"The Odyssey\"]\n"),
        "Sources/Granary/Granary.docc/CommandLineTool.md": (["schema", "show"], "Book"),
        "Sources/GranarySync/GranarySync.docc/GranarySync.md": ([], "[\"VX 399\"] remote\n"),
        firstTutorial: ([], console(of: firstTutorial)),
        clientTutorial: ([], console(of: clientTutorial)),
        accountTutorial: ([], console(of: accountTutorial)),
    ]

    @Test(arguments: documents.filter { !notRun.contains($0) }) func run(_ path: String) throws {
        let configuration = Self.blocks(of: path, in: "yaml").first
        do {
            let program = try BuiltProgram(Self.program(of: path), configuration: configuration)
            let (output, status) = try program.run(Self.runs[path]?.arguments ?? [])
            #expect(status == 0, "\(output)")
            if let expected = Self.runs[path]?.output { #expect(output.contains(expected), "\(output)") }
        } catch let failure as BuiltProgram.Failure {
            Issue.record("\(failure.output)")
        }
    }

    /// The manifest of the first program leads to a checkout whatever its directory is called.
    @Test func theManifestOfTheFirstProgram() throws {
        let manifest = try #require(
            Self.blocks(of: "README.md", in: "").first { $0.contains("swift-tools-version") })
        let folder = try TemporaryDirectory()
        func write(_ text: String, to path: String) throws {
            let place = folder.url.appending(path: path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: place, atomically: true, encoding: .utf8)
        }
        // A stand-in, since the package itself would bring its dependencies.
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Granary",
                products: [
                    .library(name: "Granary", targets: ["A"]), .library(name: "GranarySQLite", targets: ["A"]),
                ],
                targets: [.target(name: "A")])
            """, to: "some other name/Package.swift")
        try write("", to: "some other name/Sources/A/A.swift")
        try write(manifest.replacing("../granary", with: "../some other name"), to: "program/Package.swift")
        try write("", to: "program/Sources/library/main.swift")
        let (output, status) = try TypeChecker.output(
            of: ["swift", "package", "show-dependencies"], in: folder.url.appending(path: "program"))
        #expect(status == 0 && output.contains("some other name"), "\(output)")
    }
}
