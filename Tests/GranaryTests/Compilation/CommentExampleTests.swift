import Foundation
import Testing

/// Every example in the comments of symbols compiles, beside what such examples take for granted.
@Suite(.timeLimit(.minutes(10))) struct CommentExampleTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// An example: where it stands, and its lines.
    struct Example {
        let place: String
        let text: String

        /// Whether it is declarations of a file, and not what a function does.
        var isDeclaration: Bool {
            ["@Model ", "@Embedded ", "enum ", "struct ", "actor ", "final class ", "nonisolated extension "]
                .contains {
                    text.hasPrefix($0)
                }
        }

        /// Whether it is a member of a type.
        var isMember: Bool { text.hasPrefix("static func ") || text.hasPrefix("@Test") }
    }

    static let examples: [Example] = {
        ["Sources", "Backends"].flatMap { folder -> [Example] in
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
                .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
            return (names ?? []).flatMap { examples(in: "\(folder)/\($0)") }
        }
    }()

    private static func examples(in path: String) -> [Example] {
        let text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
        var (found, open): ([Example], (line: Int, lines: [String])?) = ([], nil)
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let example = open {
                if line == "/// ```" {
                    found.append(
                        Example(place: "\(path):\(example.line)", text: example.lines.joined(separator: "\n"))
                    )
                    open = nil
                } else {
                    open?.lines.append(String(line.dropFirst(4)))
                }
            } else if line == "/// ```swift" {
                open = (number + 1, [])
            }
        }
        return found
    }

    @Test func compile() throws {
        #expect(Self.examples.count >= 30)
        let errors = try TypeChecker.errors(inEach: Self.examples.map(Self.file), beside: Self.assumed)
        for (example, errors) in zip(Self.examples, errors) {
            #expect(errors == [], "\(example.place)")
        }
    }

    private static func file(of example: Example) -> String {
        if example.isDeclaration { return imports + example.text }
        if example.isMember { return imports + "private struct Owner {\n\(example.text)\n}" }
        return imports + """
            @MainActor private func example(
                _ context: Context, _ stack: PersistentStack, _ schema: Schema, _ flights: Query<Flight>,
                _ schedule: [Flight.Snapshot], _ books: [Book.Snapshot], _ today: Date,
                _ configuration: StoreConfiguration, _ records: StoredRecords, _ server: any RemoteSource
            ) async throws {
            \(example.text)
            }
            """
    }

    private static let imports = """
        import ArgumentParser
        import Foundation
        import Granary
        import GranaryAccounts
        import GranaryAccountsTool
        import GranaryConformance
        import GranaryHTTP
        import GranaryKeyValue
        import GranaryService
        import GranarySQLite
        import GranarySync
        import GranarySyncTesting
        import GranarySyncTool
        import GranaryTool
        import ServiceLifecycle
        import Synchronization
        import Testing

        """

    /// What examples name without declaring it; some use what another one declares, such as `Airline` and `Library`.
    private static let assumed =
        imports + """
            @Model final class Flight {
                var id: Int
                var day: Date
                var departure: Date
                var carrier: String
                var number: Int
                var note: String = ""
                var isEdited: Bool = false
                var delay: Int?
                var slug: String?
                @Relationship var airline: Airline?
            }
            @Model final class Player {
                var id: Int
                var name: String
                var score: Int
            }
            @Model final class Book {
                var id: Int
                var title: String
                @Attribute(.unique) var isbn: String
            }
            @Model final class Tag { @Attribute(.primaryKey) var word: String }
            @Model final class Remark {
                var id: UUID
                var text: String
            }
            @Model final class Page {
                var id: Int
                var text: String
                @Transient var words = 0
            }
            @Model final class Visit {
                var id: Int
                var begin: Date
                var end: Date
            }
            let schema = try! Schema("Library", models: [Book.self])
            let migrations: [Migration] = []
            let capabilities: Capabilities = []
            let path = "books"
            nonisolated(unsafe) var harness = ConformanceHarness(.sqlite) { name, place in
                StoreConfiguration(name: name, type: .sqlite, location: place.directory)
            }
            func makeHarness() -> RemoteSourceHarness<Flight> { fatalError() }
            func show(_ objects: [Flight], _ changes: Any) {}
            struct Serve: AsyncParsableCommand {}
            @Model final class Traveller { @Attribute(.primaryKey) var email: String }
            struct TripServer: Service {
                init<Login: Authenticator>(accounts: Accounts<Login>) {}
                func run() async throws {}
            }
            final class MyEngine: KeyValueEngine {
                init(at path: String) {}
                func makeSnapshot() throws -> any KeyValueSnapshot { fatalError() }
                func makeBatch() throws -> any KeyValueBatch { fatalError() }
                func close() {}
            }
            """
}
