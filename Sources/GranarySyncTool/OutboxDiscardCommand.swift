import ArgumentParser
import GranarySync
import GranaryTool

/// Gives held and refused writes up.
struct OutboxDiscardCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            abstract: "Gives held and refused writes up.",
            discussion: """
                The objects stay as they are here, and take over what the server serves \
                from now on. Nothing brings a discarded write back.
                """)
    }

    @OptionGroup var choice: OutboxChoice
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundOutbox.each(Program.self, options) { outbox in
            try outbox.write { try $0.discard(choice.predicate) }
        }
        return try OutboxChange(verb: "Discarded", found).answer(to: choice)
    }
}
