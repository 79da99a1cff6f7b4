public import ArgumentParser
public import GranaryTool

/// Groups the commands for accounts of users and their stores.
///
/// A program with accounts adds them to its tool:
///
/// ```swift
/// enum Travel: ToolProgram {
///     static let name = "travel"
///     static let backends: [Backend] = [.sqlite]
///     static let sections = [ConfigurationSection.accounts]
///     static var commands: [any ParsableCommand.Type] { [AccountsCommand<Travel>.self] }
///     static func schema() throws -> Schema? { try Schema("Travel", models: [Flight.self]) }
/// }
/// ```
public struct AccountsCommand<Program: ToolProgram>: AsyncParsableCommand {
    /// The name, the help and the commands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "accounts",
            abstract: "Lists, migrates, purges, forgets and assigns accounts.",
            discussion: """
                Only `migrate` needs models. An account is named by its place, and the keys \
                of users are shown where they are asked for. The records of accounts may be \
                open in other processes, unless their store belongs to one process at a \
                time, as those of LevelDB do.
                """,
            subcommands: [
                AccountsListCommand<Program>.self, AccountsMigrateCommand<Program>.self,
                AccountsPurgeCommand<Program>.self, AccountsForgetCommand<Program>.self,
                AccountsAssignCommand<Program>.self,
            ],
            defaultSubcommand: AccountsListCommand<Program>.self)
    }

    /// Makes the command; the parser fills it in.
    public init() {}
}
