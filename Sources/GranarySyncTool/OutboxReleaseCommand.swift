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
        let found = try await FoundOutbox.each(Program.self, options) { outbox in
            try outbox.write { try $0.release(choice.predicate) }
        }
        return try OutboxChange(verb: "Released", found).answer(to: choice)
    }
}
