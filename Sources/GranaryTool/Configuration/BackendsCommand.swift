import ArgumentParser
import Granary

/// Lists the backends that this tool was built with.
struct BackendsCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "backends",
            abstract: "Lists store types with their options, and sections.",
            discussion: """
                A configuration chooses among these types. A program can register \
                further ones, which this tool does not know.
                """)
    }

    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let sections = (try Program.schema()?.sections ?? []) + Program.sections
        let listing = BackendListing(registry: try Program.registry(), sections: sections)
        return ToolAnswer(text: listing.text, document: listing.document)
    }
}
