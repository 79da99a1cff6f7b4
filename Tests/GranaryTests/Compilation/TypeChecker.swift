import Foundation
import GranaryTestSupport

/// Lets the compiler check a piece of a program against the built modules.
struct TypeChecker {
    /// What the compiler says of a program: its errors, none when it compiles.
    ///
    /// A program that is not a main file begins with the models below.
    static func errors(in program: String, asMain: Bool = false) throws -> [String] {
        let folder = try TemporaryDirectory()
        let place = folder.url.appending(path: asMain ? "main.swift" : "program.swift")
        try (asMain ? program : models + program).write(to: place, atomically: true, encoding: .utf8)
        return try errors(in: [place])
    }

    /// What the compiler says of each of several programs, whose declarations are private: files of one module with the
    /// models below, or with another file in their place; what is wrong in that is said with the first.
    ///
    /// Starting the compiler takes longer than checking a file.
    static func errors(inEach programs: [String], beside other: String? = nil) throws -> [[String]] {
        try findings(inEach: programs, beside: other).map(\.errors)
    }

    /// What the compiler says of a program.
    struct Finding {
        /// Its errors.
        var errors: [String]
        /// The processor time that the expression took whose types it checked longest.
        var seconds: Double
    }

    /// What the compiler says of each of several programs, and how long it took, as ``errors(inEach:beside:)``.
    static func findings(inEach programs: [String], beside other: String? = nil) throws -> [Finding] {
        let folder = try TemporaryDirectory()
        var places = [folder.url.appending(path: "models.swift")]
        try (other ?? models).write(to: places[0], atomically: true, encoding: .utf8)
        for (number, program) in programs.enumerated() {
            places.append(folder.url.appending(path: "program\(number).swift"))
            try ("import Granary\n" + program).write(
                to: places[number + 1], atomically: true, encoding: .utf8)
        }
        let lines = try said(of: places)
        let times = lines.filter { $0.contains("ms\t") }
        let errors = lines.filter { !$0.contains("ms\t") }
        return programs.indices.map { number in
            let name = "/program\(number).swift:"
            let milliseconds = times.filter { $0.contains(name) }.compactMap {
                Double($0.prefix { $0 != "m" })
            }
            return Finding(
                errors: errors.filter { $0.contains(name) || number == 0 && !$0.contains("/program") },
                seconds: (milliseconds.max() ?? 0) / 1_000)
        }
    }

    private static func errors(in places: [URL]) throws -> [String] {
        try said(of: places).filter { !$0.contains("ms\t") }
    }

    /// The lines with errors, and those with the time that an expression took: `0.35ms<tab>/…/program0.swift:3:5`.
    private static func said(of places: [URL]) throws -> [String] {
        let frontend = ["-solver-expression-time-threshold=10", "-debug-time-expression-type-checking"]
        let (text, status) = try output(
            // What is refused by a warning and an error has its words in the warning.
            of: ["swiftc", "-typecheck", "-wmo", "-Werror", "DeprecatedDeclaration"]
                + frontend.flatMap { ["-Xfrontend", $0] }
                + (try flags()) + places.map(\.path))
        let lines = text.split(separator: "\n").map(String.init)
        let errors = lines.indices.filter { lines[$0].contains(": error: ") }.map { placed($0, in: lines) }
        if status != 0 && errors.isEmpty { return [text] }
        return errors + lines.filter { $0.contains("ms\t") && !$0.contains(": error: ") }
    }

    /// An error with its place in the program: one in the code of a macro has it in the line below.
    private static func placed(_ number: Int, in lines: [String]) -> String {
        let error = lines[number]
        guard error.hasPrefix("macro expansion "), number + 1 < lines.count,
            let start = error.range(of: ": error: "),
            let end = lines[number + 1].range(of: ": note: expanded code originates here"),
            let path = lines[number + 1].firstIndex(of: "/")
        else { return error }
        return String(lines[number + 1][path..<end.lowerBound] + error[start.lowerBound...])
    }

    /// The folder of what has been built.
    static var build: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

    /// What the compiler has to be told of the built modules.
    static func flags() throws -> [String] {
        let macros = build.appendingPathComponent("GranaryPlugin-tool").path + "#GranaryPlugin"
        return ["-swift-version", "6", "-I", build.appendingPathComponent("Modules").path]
            + (try engineHeaders()) + moduleMaps(besides: build) + ["-load-plugin-executable", macros]
    }

    /// What a command prints, and how it ends.
    static func output(
        of arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> (text: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    /// Where the headers of an engine lie that are not beside those of the system, as options of the compiler.
    private static func engineHeaders() throws -> [String] {
        try output(of: ["pkg-config", "--cflags-only-I", "libpq"]).text.split(whereSeparator: \.isWhitespace)
            .flatMap { ["-Xcc", String($0)] }
    }

    /// The C modules that the modules of dependencies name.
    private static func moduleMaps(besides build: URL) -> [String] {
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "checkouts")
        let root = checkouts.deletingLastPathComponent().deletingLastPathComponent()
        // SwiftPM writes maps for C targets that have none.
        let generated = ((try? FileManager.default.contentsOfDirectory(atPath: build.path)) ?? []).sorted()
            .map { build.appendingPathComponent($0).path }
        let maps =
            generated + [
                "\(checkouts.path)/swift-atomics/Sources/_AtomicsShims/include",
                "\(checkouts.path)/swift-nio/Sources/CNIOWindows/include",
                "\(checkouts.path)/swift-numerics/Sources/_NumericsShims/include",
                "\(checkouts.path)/swift-nio-ssl/Sources/CNIOBoringSSL/include",
                "\(checkouts.path)/Yams/Sources/CYaml/include",
                "\(checkouts.path)/swift-system/Sources/CSystem/include",
                "\(root.path)/Backends/SQLite/CSQLite",
                "\(root.path)/Backends/LevelDB/CLevelDB",
                "\(root.path)/Backends/PostgreSQL/CPostgreSQL",
            ]
        return maps.filter { FileManager.default.fileExists(atPath: "\($0)/module.modulemap") }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
    }

    private static let models = """
        import Granary
        @Model final class Team {
            @Attribute(.primaryKey) var code: String
            var name: String
            @Relationship(inverse: \\Player.team) var players: ToMany<Player>
        }
        @Model final class Player {
            var id: Int
            var name: String
            var score: Int
            var delay: Int?
            var active: Bool
            @Relationship var team: Team?
        }

        """
}
