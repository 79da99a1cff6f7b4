/// The sources of a new package.
extension NewPackage {
    /// The first model.
    var note: String {
        """
        import FoundationEssentials
        import Granary

        /// Something to remember.
        @Model public final class Note {
            public var id: UUID
            @Attribute(.notEmpty, .length(...200)) public var title: String
            @Attribute(.indexed, default: Date.now) public var made: Date
            @Relationship public var topic: Topic?
        }

        """
    }

    /// The second model.
    var topic: String {
        """
        import Granary

        /// What notes are about.
        @Model public final class Topic {
            @Attribute(.primaryKey) public var name: String
            @Relationship(inverse: \\Note.topic) public var notes: ToMany<Note>
        }

        """
    }

    /// The schema.
    var schema: String {
        """
        import Granary

        /// The models; the configuration “Default” of granary.yaml is the store of all of them.
        public func makeSchema() throws -> Schema {
            try Schema("\(name.inCapitals)", models: [Note.self, Topic.self])
        }

        """
    }

    /// The program.
    var program: String {
        """
        \(imports([name.models, "Foundation", "Granary", store.product]))

        /// Adds the note that the arguments make, if there are any, and prints all notes.
        @main enum Program {
            static func main() async {
                do {
                    try await run()
                } catch {
                    // Thrown out of `main`, it would look like a crash.
                    FileHandle.standardError.write(Data("\\(error)\\n".utf8))
                    exit(1)
                }
            }

            private static func run() async throws {
                let title = CommandLine.arguments.dropFirst().joined(separator: " ")
                let stack = try await PersistentStack.open(
                    makeSchema(), configuration: .file("granary.yaml"), backends: [.\(store.rawValue)])
                let titles = try await stack.perform { context in
                    if !title.isEmpty {
                        try context.insert(Note(title: title))
                        try context.save()
                    }
                    return try context.fetch(Note.all.sorted { $0.made.ascending }).map { $0.title }
                }
                for title in titles { print(title) }
                try await stack.close()
            }
        }

        """
    }

    /// The tool for the stores.
    var tool: String {
        """
        \(imports([name.models, "Granary", "GranaryTool", store.product]))

        /// Looks at the stores, and migrates them to the models.
        @main enum Stores: ToolProgram {
            static let name = "\(name.tool)"
            static let backends: [Backend] = [.\(store.rawValue)]

            static func schema() throws -> Schema? { try makeSchema() }

            static func main() async { await StoreTool<Stores>.runProgram() }
        }

        """
    }

    /// The tests.
    var tests: String {
        """
        \(imports([name.models, "Granary", "GranaryMemory", "Testing"]))

        /// Notes in a store in memory, one for each test.
        @Suite struct NoteTests {
            private let stack: PersistentStack

            init() async throws {
                stack = try await PersistentStack.open(
                    makeSchema(), configuration: .values([StoreConfiguration(name: "Default", type: .memory)]),
                    backends: [.memory])
            }

            @Test func aNoteIsStoredWithItsTopic() async throws {
                let titles = try await stack.perform { context in
                    try context.insert(Note(title: "Buy milk", topic: Topic(name: "home")))
                    try context.save()
                    return try context.fetch(Note.where { $0.topic.name == "home" }).map { $0.title }
                }
                #expect(titles == ["Buy milk"])
            }

            @Test func aNoteNeedsATitle() async throws {
                let error = await #expect(throws: GranaryError.self) {
                    try await stack.perform { context in
                        try context.insert(Note(title: ""))
                        try context.save()
                    }
                }
                #expect(error?.code == .validation)
            }
        }

        """
    }

    /// The imports of modules, in the order that formatters want.
    func imports(_ modules: [String]) -> String {
        modules.sorted().map { "import \($0)" }.joined(separator: "\n")
    }
}
