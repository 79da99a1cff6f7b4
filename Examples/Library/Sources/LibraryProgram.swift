import ArgumentParser
import FoundationEssentials
import Granary
import GranarySQLite
import GranaryTool

/// The program of the tutorial “A year in the life of a store”, which offers the tool's commands in addition to its
/// own.
@main struct LibraryProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: LibraryStores.name, abstract: "Keeps the books of a library.",
        subcommands: [SeedCommand.self, ListCommand.self, BackfillCommand.self, MoveCommand.self]
            + StoreTool<LibraryStores>.configuration.subcommands)
}

/// The description of the program for the tool.
enum LibraryStores: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.sqlite]
    static func schema() throws -> Schema? { try Release.current().schema() }

    /// Opens the stores of the configuration file.
    static func open() async throws -> PersistentStack {
        try await PersistentStack.open(
            Release.current().schema(), configuration: .file("granary.yaml"), backends: backends)
    }
}

/// The releases of the year; the variable `LIBRARY_RELEASE` selects the program's release.
enum Release: String, CaseIterable {
    case january, march, may, july, september, november

    /// The release that the program is; the newest unless set otherwise.
    ///
    /// - Throws: `ValidationError` for a name that no release has.
    static func current() throws -> Release {
        guard let name = ProcessInfo.processInfo.environment["LIBRARY_RELEASE"] else { return .november }
        if let release = Release(rawValue: name) { return release }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no release “\(name)”; LIBRARY_RELEASE is one of \(names).")
    }

    /// The models of the release.
    func schema() throws -> Schema {
        switch self {
        case .january: try January.schema()
        case .march: try March.schema()
        case .may: try May.schema()
        case .july: try July.schema()
        case .september: try September.schema()
        case .november: try November.schema()
        }
    }
}
