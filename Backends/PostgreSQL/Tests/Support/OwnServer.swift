import Foundation
import Synchronization

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
        (url, identifier) = (value("URL="), value("ID="))
    }

    func stop() { _ = try? Self.run("stop", identifier) }

    /// Kills the server after a random moment and starts it again, beside what the test does.
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

    /// The killing and starting of a server that is under way.
    final class Restart: Sendable {
        private let over = Mutex(false)

        /// Whether the server is up again.
        var isOver: Bool { over.withLock { $0 } }

        fileprivate init(_ identifier: String) {
            Task.detached { [self] in
                try? await Task.sleep(for: .milliseconds(Int.random(in: 20...400)))
                let path = "\(identifier)/data/postmaster.pid"
                let lines = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
                if let process = lines.split(separator: "\n").first.flatMap({ pid_t($0) }) {
                    kill(process, SIGKILL)
                }
                _ = try? OwnServer.run("restart", identifier)
                over.withLock { $0 = true }
            }
        }
    }
}
