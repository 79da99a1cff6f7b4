public import ArgumentParser
public import GranaryTool

/// Groups the commands for the writes that a server has not accepted.
///
/// A program with synced models adds them to its tool:
///
/// ```swift
/// enum Airport: ToolProgram {
///     static let name = "airport"
///     static let backends: [Backend] = [.sqlite]
///     static var commands: [any ParsableCommand.Type] { [OutboxCommand<Airport>.self] }
///     static func schema() throws -> Schema? { try Schema("Airport", models: [Flight.self]).syncing { Synced(Flight.self) } }
/// }
/// ```
public struct OutboxCommand<Program: ToolProgram>: AsyncParsableCommand {
    /// The name, the help and the commands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "outbox",
            abstract: "Lists, releases and discards writes that wait for a server.",
            discussion: """
                No models are needed, and values are not shown. A store may be open in other \
                processes, unless it belongs to one process at a time, as those of LevelDB do.
                """,
            subcommands: [
                OutboxListCommand<Program>.self, OutboxCountCommand<Program>.self,
                OutboxReleaseCommand<Program>.self, OutboxDiscardCommand<Program>.self,
            ],
            defaultSubcommand: OutboxListCommand<Program>.self)
    }

    /// Makes the command; the parser fills it in.
    public init() {}
}
