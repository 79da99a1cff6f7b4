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
        let found = try await FoundOutbox.each(Program.self, options) { outbox in
            OutboxCountsListing.Store(store: outbox.label, writes: try outbox.read { try $0.writes() })
        }
        let counts = OutboxCountsListing(stores: found.all.map(\.result))
        return ToolAnswer(
            text: counts.text(width: screen.width), document: counts, complaint: found.complaint)
    }
}
