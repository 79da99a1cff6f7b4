public import ArgumentParser

/// The commands of the tool for one program: run it as the whole program, or list it among the subcommands of another.
///
/// ```swift
/// await StoreTool<Library>.runProgram()
/// ```
public struct StoreTool<Program: ToolProgram>: AsyncParsableCommand {
    /// The name and version that the program gives, and the commands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Program.name,
            abstract: "Looks at stores, schemas and configurations, and migrates stores.",
            discussion: """
                Exit codes: 0 when everything is done or there is nothing to do, 1 for an \
                error, 2 when changes were found and not carried out, 3 when stores cannot \
                follow, 64 for a wrong command line.
                """,
            version: Program.version,
            subcommands: [
                StoresCommand<Program>.self, SchemaCommand<Program>.self, MigrateCommand<Program>.self,
                MigrationsCommand<Program>.self, QueryCommand<Program>.self, ConfigCommand<Program>.self,
                BackendsCommand<Program>.self,
            ] + Program.commands)
    }

    /// Makes the command; the parser fills it in.
    public init() {}

    /// Runs the command that the arguments of the process name, and ends the process with its exit code where that is
    /// not 0.
    ///
    /// The program needs not import the argument parser for it. At the top level of `main.swift` the parser's own
    /// `main()` would be its synchronous form, which runs no asynchronous command.
    public static func runProgram() async { await main(nil) }

    /// Runs no command; see ``runProgram()``.
    @available(*, unavailable, message: "Call `await runProgram()`, which runs asynchronous commands.")
    public static func main() {}
}
