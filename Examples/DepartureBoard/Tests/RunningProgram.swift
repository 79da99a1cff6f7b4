import Foundation
import GranaryTestSupport
import Testing

/// A program that runs beside the tests, whose output is read as it comes; it ends with the value.
final class RunningProgram {
    private let process = Process()
    private let pipe = Pipe()
    private let errorPath: String
    private var unread: [UInt8] = []

    /// Starts a program.
    init(_ path: String, _ arguments: [String], in directory: TemporaryDirectory) throws {
        errorPath = directory.path(of: "errors-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errorPath, contents: nil)
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = directory.url
        process.standardOutput = pipe
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errorPath))
        try process.run()
        // So that the end of the program is the end of what can be read.
        try pipe.fileHandleForWriting.close()
    }

    deinit { end() }

    /// What the program has said of errors.
    var errors: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

    /// The lines up to the first one that begins with a text; waits for it, half a minute at most.
    func lines(through beginning: String) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(30)
        var lines: [String] = []
        while true {
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: unread[..<end], as: UTF8.self))
                unread.removeSubrange(...end)
                if lines.last?.hasPrefix(beginning) == true { return lines }
            }
            let patience = (deadline - .now) / .milliseconds(1)
            var place = pollfd(
                fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&place, 1, Int32(max(0, patience)))
            let more = isReady > 0 ? pipe.fileHandleForReading.availableData : Data()
            try #require(!more.isEmpty, "No line begins with “\(beginning)”: \(lines) \(errors)")
            unread += more
        }
    }

    /// Everything that comes until the program ends.
    func rest() throws -> String {
        let bytes = unread + (try pipe.fileHandleForReading.readToEnd() ?? Data())
        unread = []
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the program is over, and returns its status, or the signal that ended it as a negative number.
    func waitUntilOver() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? -process.terminationStatus : process.terminationStatus
    }

    /// Ends the program and waits until it is gone.
    func end() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
