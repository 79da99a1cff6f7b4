import FoundationEssentials
import Granary
import Testing

/// An option that is a directory counts from the file that names it, as the location of a store does.
@Suite struct DirectoryOptionTests {
    private static let section = ConfigurationSection(
        "search", "The index of texts.", keys: [StoreOption("place", .directory, "Where the index is.")])

    private let files: ConfigurationFiles
    private let schema: Schema

    init() throws {
        files = try ConfigurationFiles([
            "granary.yaml": """
            stores: { Main: { type: disk } }
            search: { place: ../index }
            """
        ])
        let model = ModelDescription(
            name: "Book", attributes: [AttributeDescription("id", .uuid)], key: ["id"])
        schema = try Schema("Library", descriptions: [(model, nil)], configurations: ["Main": ["Book"]])
            .reading(Self.section)
    }

    @Test func aFileNamesItRelativeToItself() async throws {
        let read = try await files.read(variables: [:], arguments: [], schema: schema)
        let parent = URL(filePath: files.directory).deletingLastPathComponent().path
        #expect(read.settings.sections["search"]?.options["place"] == "\(parent)/index")
    }

    @Test func aVariableNamesItRelativeToTheCurrentDirectory() async throws {
        let variables = ["GRANARY_SEARCH_PLACE": "index"]
        let read = try await files.read(variables: variables, arguments: [], schema: schema)
        #expect(read.settings.sections["search"]?.options["place"] == "index")
    }

    @Test(arguments: ["~/index", "../index", "$HOME/index"])
    func aVariableThatOnlyAShellWouldReadIsRefused(_ place: String) async throws {
        let variables = ["GRANARY_SEARCH_PLACE": place]
        let problems = try await files.problems(variables: variables, arguments: [], schema: schema)
        #expect(problems.count == 1 && problems[0].contains("search.place"), "\(problems)")
    }

    @Test(arguments: ["", "~", "a/../b", "a\u{0}b"])
    func aValueInCodeIsCheckedToo(_ place: String) {
        #expect(StoreOption.Kind.directory.fault(place) != nil)
    }

    @Test func aGoodValueHasNoFault() { #expect(StoreOption.Kind.directory.fault("/srv/index") == nil) }
}
