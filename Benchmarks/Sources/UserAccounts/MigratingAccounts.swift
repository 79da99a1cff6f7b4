internal import ArgumentParser
internal import Foundation
internal import Granary
internal import GranaryAccounts
internal import GranaryAccountsTool
internal import GranaryTool
internal import Workload

/// The tool's `accounts migrate` over the accounts of a directory.
struct MigratingAccounts {
    private let configuration: String

    /// Writes the configuration of the directory for the tool.
    init(in directory: String) throws {
        configuration = "\(directory)/granary.yaml"
        try """
        stores:
          People: { type: sqlite, kind: durable, location: "." }
          Reference: { type: sqlite, kind: purgeable, location: "." }
          Trips: { type: sqlite, kind: durable, location: ".", perAccount: true }
          Timetables: { type: sqlite, kind: purgeable, location: ".", perAccount: true }
          Drafts: { type: memory, perAccount: true }

        """.write(toFile: configuration, atomically: false, encoding: .utf8)
    }

    /// Runs the command, without what it prints.
    ///
    /// - Throws: the exit code, when it is not 0.
    func run() async throws {
        let parsed = try StoreTool<TravelTool>.parseAsRoot(
            ["accounts", "migrate", "--config", configuration])
        guard var command = parsed as? any AsyncParsableCommand else {
            throw WorkloadError("The tool has no command for this.")
        }
        let silence = try Silence()
        defer { silence.end() }
        try await command.run()
    }
}

/// The tool of the program.
private enum TravelTool: ToolProgram {
    static let name = "travel"
    static let backends = Travel.backends
    static let sections = [ConfigurationSection.accounts]
    static var commands: [any ParsableCommand.Type] { [AccountsCommand<TravelTool>.self] }
    static func schema() throws -> Schema? { try Travel.schema() }
}

/// A time in which the standard output goes nowhere.
private struct Silence {
    private let output: Int32

    init() throws {
        fflush(nil)
        output = dup(1)
        let nowhere = open("/dev/null", O_WRONLY)
        guard output >= 0, nowhere >= 0, dup2(nowhere, 1) == 1 else {
            throw WorkloadError("The output cannot be put aside.")
        }
        close(nowhere)
    }

    func end() {
        fflush(nil)
        _ = dup2(output, 1)
        close(output)
    }
}
