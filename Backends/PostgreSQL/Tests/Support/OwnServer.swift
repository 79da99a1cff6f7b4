import Foundation
import GranaryTestSupport

/// A server of a test's own, which it may kill; its durability is as in production.
struct OwnServer {
    let url: String
    private let identifier: String

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Scripts/postgres").standardizedFileURL.path

    init() throws {
        let lines = try Self.run("start").split(separator: "\n")
        let value = { (key: String) in
            lines.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) } ?? ""
        }
        url = value("URL=")
        identifier = value("ID=")
    }

    func stop() { _ = try? Self.run("stop", identifier) }

    /// Kills the server after a random time and starts it again, while the test runs.
    func killSoonAndRestart() -> Restart { Restart(identifier) }

    fileprivate static func run(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: script)
        process.arguments = arguments
        process.standardOutput = output
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "GRANARY_POSTGRES_FAST" }
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw NoServer(variable: "Scripts/postgres") }
        return text
    }

    /// The server's port.
    var port: String { String(url.split(separator: ":")[2].prefix { $0.isNumber }) }

    /// Starts a replica, which ends with the server; returns its port.
    func startReplica() throws -> String {
        let line = try Self.run("replica", identifier).split(separator: "\n").first { $0.hasPrefix("PORT=") }
        guard let line else { throw NoServer(variable: "Scripts/postgres replica") }
        return String(line.dropFirst(5))
    }

    /// Kills the server at once, as a failure of its machine would.
    func kill() { Self.kill("\(identifier)/data") }

    /// Ends the first process of a server without a word.
    fileprivate static func kill(_ directory: String) {
        let lines = (try? String(contentsOfFile: "\(directory)/postmaster.pid", encoding: .utf8)) ?? ""
        if let process = lines.split(separator: "\n").first.flatMap({ pid_t($0) }) {
            Foundation.kill(process, SIGKILL)
        }
    }

    /// The killing and starting of a server that is under way.
    final class Restart: Sendable {
        private let work: OtherThread

        /// Whether the server is up again.
        var isOver: Bool { work.isOver }

        fileprivate init(_ identifier: String) {
            work = OtherThread {
                usleep(UInt32.random(in: 20_000...400_000))
                OwnServer.kill("\(identifier)/data")
                _ = try OwnServer.run("restart", identifier)
            }
        }
    }
}
