import ArgumentParser
import GranarySync
import GranaryTool

/// Counts the writes by their states.
struct OutboxCountCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "count", abstract: "Counts the writes by their states.")
    }

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let outboxes = try await FoundOutbox.all(Program.self, options)
        let counts = OutboxCountsListing(
            stores: try outboxes.map { outbox in
                OutboxCountsListing.Store(
                    store: outbox.label, writes: try outbox.read { try $0.writes() })
            })
        return ToolAnswer(text: counts.text(width: screen.width), document: counts)
    }
}
