import Foundation
import GranaryTestSupport

/// A directory in which the program `library` is a command, as a user of it would have it.
struct Shell {
    /// What a command ended with.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    let directory: TemporaryDirectory

    /// Makes a directory with a configuration file.
    init(configuration: String = Shell.configuration) throws {
        directory = try TemporaryDirectory("library-")
        try Data(configuration.utf8).write(to: directory.url.appending(path: "granary.yaml"))
    }

    /// One SQLite store.
    static let configuration = """
        location: data
        stores:
          Default: { type: sqlite, file: library.sqlite }

        """

    /// The program beside the tests.
    private static let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "LibraryProgram").path

    /// Runs a line of the shell, with the program in one of its releases.
    func run(_ line: String, release: String) throws -> Outcome {
        let files = try TemporaryDirectory("library-run-")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "library() { \"$LIBRARY_PROGRAM\" \"$@\"; }; \(line)"]
        process.currentDirectoryURL = directory.url
        process.environment = ProcessInfo.processInfo.environment.merging([
            "LIBRARY_PROGRAM": Self.program, "LIBRARY_RELEASE": release,
        ]) { $1 }
        process.standardOutput = try handle(files.path(of: "output"))
        process.standardError = try handle(files.path(of: "errors"))
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: try String(contentsOfFile: files.path(of: "output"), encoding: .utf8),
            errors: try String(contentsOfFile: files.path(of: "errors"), encoding: .utf8))
    }

    private func handle(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(filePath: path))
    }
}
