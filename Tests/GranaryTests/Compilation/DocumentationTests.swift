import Foundation
import Testing

/// Every example in the documents compiles: the Swift blocks of a document form one program.
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

    /// What the examples of a document take for granted.
    private static let assumed = ["Sources/Granary/Granary.docc/BackendAuthors.md": SketchedEngine.shelf]

    private static func program(of path: String) -> String {
        guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
            return ""
        }
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        return blocks.joined(separator: "\n")
    }

    @Test func thereAreSome() {
        let documents = Self.documents
        #expect(documents.contains("README.md"))
        #expect(documents.count >= 4)
    }

    @Test(arguments: documents) func compile(_ path: String) throws {
        let program = [Self.program(of: path), Self.assumed[path] ?? ""].joined(separator: "\n")
        let errors = try TypeChecker.errors(in: program, asMain: true)
        #expect(errors == [])
    }
}
