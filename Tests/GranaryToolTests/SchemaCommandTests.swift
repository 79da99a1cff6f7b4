import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// Schemas of models, of stores and of recorded releases: shown, compared, recorded and checked.
@Suite struct SchemaCommandTests {
    /// A library whose folder holds the recorded first version as `1.0.json`.
    private func recorded() async throws -> Library {
        let library = try Library()
        let done = try await run(
            FirstProgram.self, "schema", "record", "1.0", "--folder", library.directory.path)
        #expect(done.exitCode == 0 && done.output.hasPrefix("Recorded version "))
        return library
    }

    @Test func theModelsOfAProgramAreShown() async throws {
        let version = try First.schema().fingerprint.prefix(8)
        let shown = try await run(FirstProgram.self, "schema", "show")
        #expect(
            shown.output == """
                Library, version \(version)

                Author (configuration Default)
                  id     integer   key
                  name   text      unique
                  books  → [Book]  inverse author, on delete nullify

                Book (configuration Default)
                  id      integer    key
                  title   text       indexed
                  year    integer?
                  author  → Author?  inverse books, on delete nullify

                """)
    }

    @Test func aStoreTellsItsSchemaWithoutModels() async throws {
        let library = try Library()
        let missing = try await run(Bare.self, "schema", "show", "Default", "--config", library.config)
        #expect(missing.exitCode == 1 && missing.errors.contains("The store “Default” does not exist yet"))
        try await library.make()
        let shown = try await run(Bare.self, "schema", "show", "--config", library.config)
        #expect(shown.output.hasPrefix("Default, version \(try First.schema().fingerprint.prefix(8))"))
        let json = try await run(Bare.self, "schema", "show", "Default", "--config", library.config, "--json")
        let found = try document(SchemaHistory.Version.self, json)
        #expect(found.fingerprint == (try First.schema().fingerprint))
    }

    @Test func whatIsShownAsJSONCanBeComparedLater() async throws {
        let library = try Library()
        try await library.make()
        let json = try await run(Bare.self, "schema", "show", "--config", library.config, "--json")
        try library.write(json.output, to: "held.json")
        let path = library.directory.path(of: "held.json")
        let same = try await run(FirstProgram.self, "schema", "diff", path)
        #expect(same.exitCode == 0 && same.output.contains("Stores need no step."))
    }

    @Test func differencesAreSteps() async throws {
        let library = try await recorded()
        let path = library.directory.path(of: "1.0.json")
        let differing = try await run(SecondProgram.self, "schema", "diff", path)
        #expect(differing.exitCode == 2 && differing.errors.isEmpty)
        for part in ["1.0 (", "Library (", "add Book.pages", "drop Book.year", "loses data, needs consent"] {
            #expect(differing.output.contains(part), "\(part)")
        }
        let json = try document(
            SchemaDifferenceDocument.self, try await run(SecondProgram.self, "schema", "diff", path, "--json")
        )
        #expect(json.steps.map(\.name) == ["add Book.pages", "drop Book.year"])
        #expect(json.steps.map(\.hasConsent) == [nil, false])
        #expect(json.from.fingerprint == (try First.schema().fingerprint))
        #expect(library.directory.names == ["1.0.json", "granary.yaml"])
    }

    @Test func recordedVersionsAreComparedWithoutModels() async throws {
        let library = try await recorded()
        let first = library.directory.path(of: "1.0.json")
        _ = try await run(SecondProgram.self, "schema", "record", "2.0", "--folder", library.directory.path)
        let second = library.directory.path(of: "2.0.json")
        let differing = try await run(Bare.self, "schema", "diff", first, second, "--json")
        #expect(try document(SchemaDifferenceDocument.self, differing).to.name == "2.0")
        let refused = try await run(Bare.self, "schema", "diff", first)
        #expect(refused.exitCode == 1 && refused.errors.contains("or name a second schema"))
        try await library.make()
        let store = try await run(Bare.self, "schema", "diff", "Default", second, "--config", library.config)
        #expect(store.exitCode == 2 && store.output.contains("drop Book.year"))
    }

    @Test func modelsInAConfigurationThatIsNewAreAdded() throws {
        let attribute = AttributeDescription("id", .integer)
        let one = ModelDescription(name: "One", configuration: "A", attributes: [attribute], key: ["id"])
        let two = ModelDescription(name: "Two", configuration: "B", attributes: [attribute], key: ["id"])
        let old = try Schema("Both", descriptions: [(one, nil)])
        let new = try Schema("Both", descriptions: [(one, nil), (two, nil)])
        let difference = try SchemaDifference(
            from: NamedSchema(name: "old", schema: StoredSchema(old, old.configurations)),
            to: NamedSchema(name: "new", schema: StoredSchema(new, new.configurations)))
        #expect(difference.steps.map(\.name) == ["add Two"])
        let back = try SchemaDifference(
            from: NamedSchema(name: "new", schema: StoredSchema(new, new.configurations)),
            to: NamedSchema(
                name: "store", schema: StoredSchema(old, old.configurations), configurations: ["A"]))
        #expect(back.steps.isEmpty)
        let other = try Schema("Other", descriptions: [(two, nil)])
        #expect(throws: GranaryError.self) {
            try SchemaDifference(
                from: NamedSchema(
                    name: "one", schema: StoredSchema(old, old.configurations), configurations: ["A"]),
                to: NamedSchema(
                    name: "two", schema: StoredSchema(other, other.configurations), configurations: ["B"]))
        }
    }

    @Test func whatTheProgramsMigrationsDoIsNotImpossible() async throws {
        let library = try await recorded()
        let path = library.directory.path(of: "1.0.json")
        let differing = try await run(CodedProgram.self, "schema", "diff", path)
        #expect(differing.exitCode == 2 && differing.output.contains("done by the migration's code"))
        #expect(!differing.output.contains("impossible"))
    }

    @Test func recordingTwiceIsTheSameOnce() async throws {
        let library = try await recorded()
        let path = library.directory.path(of: "1.0.json")
        let arguments = library.directory.path
        let again = try await run(
            FirstProgram.self, "schema", "record", "1.0", "--folder", arguments, "--json")
        let document = try document(RecordedDocument.self, again)
        #expect(document.path == path)
        #expect(document.fingerprint == (try First.schema().fingerprint))
        let other = try await run(SecondProgram.self, "schema", "record", "1.0", "--folder", arguments)
        #expect(other.exitCode == 1 && other.errors.contains("is recorded with other models"))
        let bare = try await run(Bare.self, "schema", "record", "1.0", "--folder", arguments)
        #expect(bare.exitCode == 1 && bare.errors.contains("knows no models"))
    }

    @Test func releasesThatCannotFollowAreRefused() async throws {
        let library = try await recorded()
        let folder = library.directory.path
        #expect(try await run(FirstProgram.self, "schema", "check", folder).exitCode == 0)
        #expect(try await run(CodedProgram.self, "schema", "check", folder).exitCode == 0)
        let refused = try await run(StrictProgram.self, "schema", "check", folder)
        #expect(refused.exitCode == 3)
        #expect(refused.errors == "Error: Stores of 1 of 1 recorded versions cannot follow.\n")
        #expect(refused.output.contains("add Book.initial: impossible"))
        let lossy = try await run(SecondProgram.self, "schema", "check", folder, "--json")
        let found = try document(CheckDocument.self, lossy)
        #expect(lossy.exitCode == 3 && found.versions.map(\.name) == ["1.0"])
        #expect(found.versions[0].refusal?.contains("drop Book.year") == true)
        let agreed = try await run(
            SecondProgram.self, "schema", "check", folder, "--consent", "drop Book.year")
        #expect(agreed.exitCode == 0 && agreed.output.contains("yes"))
    }

    @Test func aFolderWithoutRecordsProvesNothing() async throws {
        let empty = try TemporaryDirectory()
        let found = try await run(FirstProgram.self, "schema", "check", empty.path)
        #expect(found.exitCode == 1 && found.errors.contains("has no recorded schema"))
        let missing = try await run(FirstProgram.self, "schema", "check", empty.path(of: "none"))
        #expect(missing.exitCode == 1 && missing.errors.contains("There is no folder"))
    }

    @Test func recordsThatWereEditedAreRefused() async throws {
        let library = try await recorded()
        let path = library.directory.path(of: "1.0.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try library.write(text.replacingOccurrences(of: "\"title\"", with: "\"heading\""), to: "1.0.json")
        let shown = try await run(Bare.self, "schema", "show", path)
        #expect(shown.exitCode == 1 && shown.errors.contains("was changed after it was recorded"))
        try library.write("{", to: "1.0.json")
        let json = try await run(Bare.self, "schema", "show", path, "--json")
        let failure = try JSONDecoder().decode(ToolFailure.self, from: Data(json.errors.utf8))
        #expect(failure.error.code == "corrupt" && json.exitCode == 1)
    }
}
