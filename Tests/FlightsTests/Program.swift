import Foundation
import Testing

/// The program `flights` with stores in a folder of its own.
struct Program: Sendable {
    /// What a run ended with.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Where the configuration files and the stores are.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "flights-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in Self.configurations {
            // Schemas of a server are not in the folder, so each program gets names of its own.
            let text = try String(contentsOf: Self.example.appending(path: name), encoding: .utf8)
            let own = folder.lastPathComponent.suffix(12)
            try text.replacing("schema: flights_", with: "schema: flights_\(own)_").write(
                to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
    }

    /// Removes the stores and the folder.
    func remove() {
        for name in Self.onServer where Self.configurations.contains(name) {
            _ = try? run("reset", configuration: name)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The configuration files that keep something on a server.
    static let onServer = ["granary-postgresql.yaml", "granary-mixed.yaml"]

    /// The configuration files that ship with the example; without a server only if somebody has said so.
    static let configurations =
        ["granary.yaml", "granary-one-file.yaml", "granary-memory.yaml", "granary-leveldb.yaml"]
        + (ProcessInfo.processInfo.environment["GRANARY_WITHOUT_POSTGRESQL"] == "1" ? [] : onServer)

    /// PostgreSQL's own variables for the server of the tests.
    private static let server: [String: String] = {
        let url = ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"] ?? ""
        guard let parts = URLComponents(string: url) else { return [:] }
        var variables = ["PGHOST": parts.host, "PGPORT": parts.port.map(String.init), "PGUSER": parts.user]
        variables["PGPASSWORD"] = parts.password
        variables["PGDATABASE"] = String(parts.path.dropFirst())
        let names = ["sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "passfile": "PGPASSFILE"]
        for item in parts.queryItems ?? [] {
            if let name = names[item.name] { variables[name] = item.value }
        }
        return variables.compactMapValues { $0 }
    }()

    /// The example's folder in the repository.
    static let example = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/Flights").standardizedFileURL

    /// The folder of January's data.
    static let january = example.appending(path: "Sources/January").path

    /// The folder of the whole year's data, where somebody has named it.
    static let year = ProcessInfo.processInfo.environment["GRANARY_FLIGHTS_YEAR"]

    /// The program beside the tests.
    static let executable = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "flights").path

    /// Runs the program with a configuration.
    func run(_ arguments: String..., configuration: String = "granary.yaml") throws -> Outcome {
        try run(arguments, configuration: configuration)
    }

    /// Runs the program with a configuration.
    func run(_ arguments: [String], configuration: String) throws -> Outcome {
        try Self.run(Self.executable, arguments + ["--config", path(configuration)])
    }

    /// Runs any program and waits for it.
    static func run(_ executable: String, _ arguments: [String]) throws -> Outcome {
        let files = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [executable] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(server) { $1 }
        process.standardOutput = try handle(files.appending(path: "output"))
        process.standardError = try handle(files.appending(path: "errors"))
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: try String(contentsOf: files.appending(path: "output"), encoding: .utf8),
            errors: try String(contentsOf: files.appending(path: "errors"), encoding: .utf8))
    }

    /// Runs the program, and kills it as soon as its error output holds a text.
    func runAndKill(when text: String, _ arguments: String...) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: Self.executable)
        process.arguments = arguments + ["--config", path("granary.yaml")]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        var seen = Data()
        while !String(decoding: seen, as: UTF8.self).contains(text) {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { break }
            seen += more
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What the independent computation prints.
    static func check(_ data: String, _ arguments: String...) throws -> String {
        let script = example.appending(path: "check/answers.py").path
        let outcome = try run("python3", [script, data] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a data folder: January's airlines, airports and planes, and these lines of flights.
    func data(_ name: String, flights lines: [String]) throws -> String {
        let data = folder.appending(path: name)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        for file in ["airlines", "airports", "planes"] {
            try FileManager.default.copyItem(
                atPath: "\(Self.january)/\(file).csv.zip",
                toPath: data.appending(path: "\(file).csv.zip").path)
        }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: data.appending(path: "flights.csv"))
        return data.path
    }

    /// The names of the files in the stores' folder.
    func storeFiles() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path("data")))?.sorted() ?? []
    }

    private static func handle(_ url: URL) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        return try FileHandle(forWritingTo: url)
    }
}
