import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A PostgreSQL server of a test's own, which can be stopped and started again.
struct OwnServer: Sendable {
    /// Its URL.
    let url: String
    /// The directory of the server, by which `Scripts/postgres` knows it.
    private let id: String

    /// Calls a closure with a server, and removes it with all it holds.
    static func run(_ body: (OwnServer) async throws -> Void) async throws {
        let lines = try script("start").split(separator: "\n")
        func value(_ name: String) throws -> String {
            guard let line = lines.first(where: { $0.hasPrefix("\(name)=") }) else {
                throw CocoaError(.fileReadUnknown)
            }
            return String(line.dropFirst(name.count + 1))
        }
        let server = OwnServer(url: try value("URL"), id: try value("ID"))
        do { try await body(server) } catch {
            try? server.remove()
            throw error
        }
        try server.remove()
    }

    /// Has it end all its connections and stop, as for a restart; does not wait for that.
    func stop() throws {
        let file = try String(contentsOfFile: "\(id)/data/postmaster.pid", encoding: .utf8)
        guard let process = file.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        kill(process, SIGINT)
    }

    /// Starts it again.
    func restart() throws { _ = try Self.script("restart", id) }

    private func remove() throws { _ = try Self.script("stop", id) }

    private static func script(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Scripts/postgres").standardized
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: data, as: UTF8.self)
    }
}
