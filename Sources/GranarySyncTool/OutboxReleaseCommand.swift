import ArgumentParser
import GranarySync
import GranaryTool

/// Has held and refused writes sent.
struct OutboxReleaseCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "release",
            abstract: "Has held and refused writes sent.",
            discussion: "A program that has the store open and sends notices it if it follows others.")
    }

    @OptionGroup var choice: OutboxChoice
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let choose = try choice.predicate()
        let outboxes = try await FoundOutbox.all(Program.self, options)
        let changed = OutboxChange(
            verb: "Released", stores: try outboxes.map { ($0.label, try $0.write { try $0.release(choose) }) }
        )
        try choice.requireAll(in: changed.writes)
        return ToolAnswer(text: changed.text, document: changed.document)
    }
}
