import ArgumentParser
import Foundation
import Testing

@testable import GranaryTool

/// Help, versions, wrong command lines and completions.
@Suite struct CommandLineTests {
    static let commands: [any ParsableCommand.Type] = [
        StoreTool<Bare>.self, BackendsCommand<Bare>.self, ConfigCommand<Bare>.self,
        ConfigValidateCommand<Bare>.self, ConfigShowCommand<Bare>.self, StoresCommand<Bare>.self,
        SchemaCommand<Bare>.self, SchemaShowCommand<Bare>.self, SchemaDiffCommand<Bare>.self,
        SchemaDiagramCommand<Bare>.self, SchemaRecordCommand<Bare>.self, SchemaCheckCommand<Bare>.self,
        MigrateCommand<Bare>.self, MigrationsCommand<Bare>.self,
    ]

    @Test(arguments: commands.indices) func helpFitsEightyColumns(_ index: Int) {
        let help = StoreTool<Bare>.helpMessage(for: Self.commands[index], columns: 80)
        #expect(help.contains("USAGE: granary"))
        // The parser writes the usage as one line, which terminals break.
        for line in help.split(separator: "\n") where !line.hasPrefix("USAGE:") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func theHelpNamesTheCommandsAndExitCodes() {
        let help = StoreTool<Bare>.helpMessage(columns: 80)
        for word in [
            "stores", "schema", "migrate", "migrations", "query", "config", "backends", "Exit codes: 0",
        ] {
            #expect(help.contains(word))
        }
    }

    @Test func theVersionIsThatOfTheProgram() throws {
        let version = #expect(throws: (any Error).self) { try StoreTool<Bare>.parseAsRoot(["--version"]) }
        #expect(version.map { StoreTool<Bare>.fullMessage(for: $0) } == "0.1.0")
        #expect(!StoreTool<FirstProgram>.helpMessage().contains("--version"))
        #expect(StoreTool<FirstProgram>.helpMessage().contains("USAGE: library"))
    }

    @Test(arguments: [["stores", "--nothing"], ["migrate", "--dry-run", "--rehearse"], ["schema", "diff"]])
    func wrongCommandLinesEndWith64(_ arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try StoreTool<Bare>.parseAsRoot(arguments) }
        #expect(error.map { StoreTool<Bare>.exitCode(for: $0) } == .validationFailure)
    }

    @Test func theCommandsCanBePartOfAnotherProgram() async throws {
        let command = try Surrounding.parseAsRoot(["library", "backends"])
        #expect(command is BackendsCommand<FirstProgram>)
        #expect(
            Surrounding.helpMessage(for: StoresCommand<FirstProgram>.self).contains("server library stores"))
    }

    /// A program that has the tool among its commands.
    struct Surrounding: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "server", subcommands: [StoreTool<FirstProgram>.self])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsNameEveryCommand(_ shell: String) throws {
        let outcome = try Executable.run("--generate-completion-script", shell)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        for word in ["stores", "diagram", "migrate", "rehearse", "validate"] {
            #expect(outcome.output.contains(word))
        }
    }

    @Test func theExecutableWorksWithoutModels() async throws {
        let library = try Library()
        try await library.make()
        let stores = try Executable.run("stores", "--config", library.config, "--json")
        #expect(stores.status == 0)
        let found = try JSONDecoder().decode(StoresDocument.self, from: Data(stores.output.utf8))
        #expect(found.stores.map(\.state) == [.present])
        let refused = try Executable.run("migrate", "--config", library.config)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.hasPrefix("Error: granary knows no models, which “migrate” needs."))
        #expect(try Executable.run("stores", "--nothing").status == 64)
    }
}

/// The program `granary` beside the tests.
enum Executable {
    /// Runs it and waits for it.
    static func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "granary")
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // What is printed is short but for completions, which print nothing as errors.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, complaint)
    }
}
