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
        let choose = try choice.predicate()
        let outboxes = try await FoundOutbox.all(Program.self, options)
        let changed = OutboxChange(
            verb: "Discarded",
            stores: try outboxes.map { ($0.label, try $0.write { try $0.discard(choose) }) }
        )
        try choice.requireAll(in: changed.writes)
        return ToolAnswer(text: changed.text, document: changed.document)
    }
}
