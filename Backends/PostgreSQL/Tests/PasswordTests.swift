import CPostgreSQL
import Foundation
import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// A password comes from where the options say, else from where libpq looks; files that others may read are not used.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(1))) struct PasswordTests {
    /// The server's URL without a password file, that file's content, and a folder for copies of it.
    private struct Source {
        let url: String
        let content: String
        private let directory: TemporaryDirectory
        var folder: URL { directory.url }

        init() throws {
            let parts = try TestServer.url().components(separatedBy: "&passfile=")
            url = parts[0]
            content = try String(contentsOfFile: #require(parts.dropFirst().first), encoding: .utf8)
            directory = try TemporaryDirectory()
        }

        var password: String {
            content.split(separator: "\n")[0].split(separator: ":").last.map(String.init) ?? ""
        }

        /// A copy of the file with some rights.
        func file(_ name: String = ".pgpass", rights: Int = 0o600) throws -> String {
            let path = folder.appending(path: name).path
            try content.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
            return path
        }

        /// What a process that connects in a given environment prints.
        func outcome(_ environment: [String: String]) throws -> String {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: try ChildProgram.path(of: "PostgreSQLCrashChild"))
            process.arguments = ["connect", url]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.environment = ["HOME": "/nowhere"].merging(environment) { $1 }
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test func theEnvironmentMayHoldOrNameThePassword() throws {
        let source = try Source()
        defer { source.remove() }
        let file = try source.file()
        #expect(try source.outcome([:]) == "denied")
        #expect(try source.outcome(["PGPASSWORD": source.password]) == "ok")
        #expect(try source.outcome(["PGPASSWORD": "wrong", "PGPASSFILE": file]) == "denied")
        #expect(try source.outcome(["PGPASSFILE": file]) == "ok")
        // Before 15, libpq takes the home directory from the list of users.
        if PQlibVersion() >= 150_000 {
            #expect(try source.outcome(["HOME": source.folder.path]) == "ok")
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660]) func aFileThatOthersMayReadIsNotUsed(_ rights: Int) throws {
        let source = try Source()
        defer { source.remove() }
        let file = try source.file("shared", rights: rights)
        #expect(try source.outcome(["PGPASSFILE": file]) == "denied")
        let ledger = try Ledger(["passwordFile": file], url: source.url)
        let error = failure { _ = try ledger.open() }
        #expect(error?.code == .denied && error?.message.contains("that others may read") == true)
        #expect(!"\(error as Any)".contains(source.password))
    }

    @Test func theOptionNamesAFile() throws {
        let source = try Source()
        defer { source.remove() }
        let ledger = try Ledger(["passwordFile": source.file("own")], url: source.url)
        try ledger.withStore { _ in }
        // A password of the option's own wins.
        let wrong = try Ledger(["passwordFile": source.file("own"), "password": "wrong"], url: source.url)
        #expect(failure { _ = try wrong.open() }?.code == .denied)
    }
}
