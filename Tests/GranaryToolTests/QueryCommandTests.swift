import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// Queries as text, answered by the tool of a program.
@Suite struct QueryCommandTests {
    private func answer(_ library: Library, _ query: String, _ more: String...) async throws -> Conclusion {
        let parsed = try StoreTool<FirstProgram>.parseAsRoot(
            ["query", query, "--config", library.config] + more)
        return await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
    }

    @Test(arguments: ["sqlite", "leveldb"]) func objectsAreATable(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let found = try await answer(library, "Book where year < 0 sorted by title descending")
        #expect(
            found.output == """
                id  title    year  author
                1   Odyssey  -700  1
                0   Iliad    -700  1

                """, "\(found)")
        #expect(try await answer(library, "Book where title = \"\"").output == "No objects.\n")
    }

    @Test func countsPlansAndDocuments() async throws {
        let library = try Library()
        try await library.make()
        #expect(try await answer(library, "Book where author.name = \"Homer\"", "--count").output == "2\n")
        let plan = try await answer(library, "Book where title = \"Iliad\"", "--explain").output
        #expect(plan.contains("index: Book_title_index"), "\(plan)")
        let json = try await answer(library, "Book sorted by title limit 1", "--json").output
        #expect(
            json.contains("\"Iliad\"") && !json.contains("Odyssey") && json.contains("\"hasMore\" : false"))
    }

    @Test func wideObjectsAreBlocksOfLines() async throws {
        let library = try Library()
        try await library.make()
        let parsed = try StoreTool<FirstProgram>.parseAsRoot(["query", "Book", "--config", library.config])
        let found = await (try #require(parsed as? any ToolCommand)).conclude(
            on: Screen(width: 12, errorWidth: nil))
        #expect(found.output.contains("title   Iliad\nyear    -700"), "\(found.output)")
    }

    @Test func aQueryWithoutALimitEndsAndSaysSo() async throws {
        let library = try Library()
        try await library.make()
        let stack = try await PersistentStack.open(
            try First.schema(), configuration: FileConfigurationSource(path: library.config, arguments: []),
            backends: FirstProgram.backends)
        try await stack.perform { context in
            for id in 2...100 {
                try context.insert(First.Book(id: id, title: "T\(id)", year: nil, author: nil))
            }
            try context.save()
        }
        try await stack.close()
        let found = try await answer(library, "Book")
        // A heading, the rows, and a sentence.
        #expect(found.output.split(separator: "\n").count == 102)
        #expect(found.output.hasSuffix("\n\nThere are more: give the query a limit, or count it.\n"))
        #expect(try await answer(library, "Book", "--json").output.contains("\"hasMore\" : true"))
        #expect(try await !answer(library, "Book limit 101").output.contains("There are more"))
    }

    @Test func numbersKeepTheirDigits() throws {
        let json = #"[12345678901234567890.12, 0.5, 1e300, true, null, "a", [1, {"b": 2}]]"#
        let read = try JSONReader.value(of: json)
        guard case .array(let values) = read else {
            Issue.record("\(read)")
            return
        }
        #expect(
            values.map(\.shown) == [
                "12345678901234567890.12", "0.5", "1e300", "true", "", "a", "[1, {b: 2}]",
            ])
    }

    @Test func whatCannotBeAnsweredIsToldAndChangesNothing() async throws {
        let library = try Library()
        let absent = try await answer(library, "Book")
        #expect(absent.exitCode == 1 && absent.errors.contains("does not exist yet"))
        #expect(library.contents().count == 1)
        try await library.make()
        let before = library.contents()
        for (query, words) in [
            ("Bok", "There is no model “Bok”."), ("Bok", " The models are: Author, Book."),
            ("Book where titel = 1", "title"), ("Book where", "Line 1, column 11"), ("", "name of a model"),
        ] {
            let failed = try await answer(library, query)
            #expect(failed.exitCode == 1 && failed.errors.contains(words), "\(query): \(failed.errors)")
        }
        let other = try await run(SecondProgram.self, "query", "Book", "--config", library.config)
        #expect(other.exitCode != 0 && other.errors.contains("is not that of these models"))
        #expect(try await run(Bare.self, "query", "Book", "--config", library.config).exitCode == 1)
        #expect(library.contents() == before)
    }
}
