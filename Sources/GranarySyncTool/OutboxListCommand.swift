import ArgumentParser
import GranarySync
import GranaryTool

/// Lists the writes.
struct OutboxListCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "Lists the writes in the order in which they were saved.",
            discussion: """
                A write is held (until it is released), waiting, sent (without an answer \
                so far) or refused (until somebody decides).
                """)
    }

    @Option(help: "Only the writes of this model.") var model: String?
    @Option(help: "Only the writes in this state: held, waiting, sent or refused.") var state: WriteState?
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundOutbox.each(Program.self, options) { outbox in
            OutboxListing.Store(
                store: outbox.label,
                writes: try outbox.read { try $0.writes() }.filter { write in
                    (model.map { $0 == write.model } ?? true)
                        && (state.map { $0.rawValue == write.state } ?? true)
                }.map(OutboxListing.Write.init))
        }
        let listing = OutboxListing(stores: found.all.map(\.result))
        return ToolAnswer(
            text: listing.text(width: screen.width), document: listing, complaint: found.complaint)
    }
}
