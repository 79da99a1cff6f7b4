import Foundation
import GranaryConformance
import GranaryTestSupport

/// The program `board` with a store in a directory of its own, on the server of the tests, or in memory.
struct Board {
    /// The kinds of stores, as the names of the configuration files have them.
    enum Store: String, CaseIterable, Sendable {
        case memory = "-memory"
        case sqlite = ""
        case leveldb = "-leveldb"
        case postgresql = "-postgresql"

        /// Those of which several processes can have one open; with a server unless somebody has said otherwise.
        static let shared = tested.filter { $0 == .sqlite || $0 == .postgresql }

        /// All; with a server unless somebody has said otherwise.
        static let tested = allCases.filter {
            $0 != .postgresql || ProcessInfo.processInfo.environment["GRANARY_WITHOUT_POSTGRESQL"] != "1"
        }
    }

    /// What a run ended with.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Where the configuration file and the store are.
    let directory: TemporaryDirectory
    /// The path of the configuration file.
    let configuration: String

    /// The example's folder in the repository.
    static let example = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")
        .standardizedFileURL

    /// Copies the configuration file that ships with the example; schemas of a server get names of their own.
    init(_ store: Store = .sqlite) throws {
        directory = try TemporaryDirectory("board-")
        configuration = directory.path(of: "granary.yaml")
        let text = try String(
            contentsOf: Self.example.appending(path: "granary\(store.rawValue).yaml"), encoding: .utf8)
        let own = "secretURL: { env: GRANARY_TEST_POSTGRESQL }, schema: board_\(directory.path.suffix(12))"
        try text.replacing("schema: board", with: own).write(
            toFile: configuration, atomically: true, encoding: .utf8)
    }

    /// Runs the program to its end.
    func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    /// Runs the program to its end.
    func run(_ arguments: [String]) throws -> Outcome {
        let program = try start(arguments)
        let output = try program.rest()
        return Outcome(status: program.waitUntilOver(), output: output, errors: program.errors)
    }

    /// Starts the program.
    func start(_ arguments: String...) throws -> RunningProgram { try start(arguments) }

    /// Starts the program that commits a delay and dies.
    func startDying(_ carrier: String, _ number: Int, _ minutes: Int) throws -> RunningProgram {
        try RunningProgram(
            try ChildProgram.path(of: "BoardCrashChild"),
            [configuration, "2013-01-01", carrier, "\(number)", "\(minutes)"], in: directory)
    }

    private func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(
            try ChildProgram.path(of: "board"), arguments + ["--config", configuration], in: directory)
    }

    /// Writes a file into the directory and returns its path.
    func write(_ lines: [String], to name: String) throws -> String {
        let path = directory.path(of: name)
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
        return path
    }
}
