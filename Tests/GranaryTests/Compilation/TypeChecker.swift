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
    /// models below.
    ///
    /// Starting the compiler takes longer than checking a file.
    static func errors(inEach programs: [String]) throws -> [[String]] {
        let folder = try TemporaryDirectory()
        var places = [folder.url.appending(path: "models.swift")]
        try models.write(to: places[0], atomically: true, encoding: .utf8)
        for (number, program) in programs.enumerated() {
            places.append(folder.url.appending(path: "program\(number).swift"))
            try ("import Granary\n" + program).write(
                to: places[number + 1], atomically: true, encoding: .utf8)
        }
        let errors = try errors(in: places)
        return programs.indices.map { number in
            errors.filter { $0.contains("/program\(number).swift:") }
        }
    }

    private static func errors(in places: [URL]) throws -> [String] {
        let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let macros = build.appendingPathComponent("GranaryPlugin-tool").path + "#GranaryPlugin"
        process.arguments =
            [
                "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-Xfrontend",
                "-solver-expression-time-threshold=10", "-I", build.appendingPathComponent("Modules").path,
            ]
            + (try engineHeaders()) + moduleMaps(besides: build) + ["-load-plugin-executable", macros]
            + places.map(\.path)
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = text.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
        return process.terminationStatus == 0 || !errors.isEmpty ? errors : [text]
    }

    /// Where the headers of an engine lie that are not beside those of the system, as options of the compiler.
    private static func engineHeaders() throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags-only-I", "libpq"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }

    /// The C modules that the modules of dependencies name.
    private static func moduleMaps(besides build: URL) -> [String] {
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "checkouts")
        let root = checkouts.deletingLastPathComponent().deletingLastPathComponent()
        let maps = [
            "\(checkouts.path)/Yams/Sources/CYaml/include",
            "\(checkouts.path)/swift-system/Sources/CSystem/include",
            "\(root.path)/Backends/SQLite/CSQLite",
            "\(root.path)/Backends/LevelDB/CLevelDB",
            "\(root.path)/Backends/PostgreSQL/CPostgreSQL",
        ]
        return maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
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
