internal import ArgumentParser
internal import Foundation
internal import Workload

/// Does one task in a separate process and prints by how many bytes its memory grew at most.
struct MeasurePeak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peak", abstract: "Measure the memory of one contender; used by `measure`.",
        shouldDisplay: false)

    /// The task.
    enum Task: String, ExpressibleByArgument, CaseIterable { case stream, hold }

    @Argument var task: Task
    @Argument(help: "The position of the contender.") var contender: Int
    @Argument var keys: KeyKind
    @Argument(help: "The store file.") var path: String

    func run() async throws {
        let field = Field.shared(keys)
        guard field.indices.contains(contender) else {
            throw ValidationError("There is no contender \(contender).")
        }
        let session = try await field[contender].open(path, Workload(rows: 100))
        _ = try await session.run(.unit)
        let start = try ProcessMemory.begin()
        switch task {
        case .stream: _ = try await session.stream()
        case .hold: _ = try await session.hold {}
        }
        print(try ProcessMemory.peak() - start)
        try await session.close()
    }
}

/// The resident memory of this process, as Linux counts it.
enum ProcessMemory {
    /// Resets the peak to the resident memory, and returns it in bytes.
    static func begin() throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return try resident()
    }

    /// The peak in bytes.
    static func peak() throws -> Int { try bytes("VmHWM:") }

    /// The resident memory in bytes.
    static func resident() throws -> Int { try bytes("VmRSS:") }

    /// The resident memory that belongs to no file, in bytes.
    static func ofNoFile() throws -> Int { try bytes("RssAnon:") }

    /// How many threads this process has.
    static func threads() throws -> Int { try number("Threads:") }

    /// Runs a command of this program in a separate process; returns the bytes that it prints.
    static func measured(by arguments: [String], _ what: String) throws -> Int {
        guard let bytes = try allMeasured(by: arguments, what).first else {
            throw WorkloadError("measuring memory failed: \(what)")
        }
        return bytes
    }

    /// The medians of some figures of several processes, part by part.
    ///
    /// - Throws: ``WorkloadError`` when there are none, or one lacks a part.
    static func medians(_ count: Int, of figures: [[Int]], _ what: String) throws -> [Int] {
        guard !figures.isEmpty, figures.allSatisfy({ $0.count == count }) else {
            throw WorkloadError("measuring memory failed: \(what)")
        }
        return (0..<count).map { part in figures.map { $0[part] }.sorted()[figures.count / 2] }
    }

    /// Runs a command of this program in a separate process; returns the numbers of bytes that it prints.
    static func allMeasured(by arguments: [String], _ what: String) throws -> [Int] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw WorkloadError("measuring memory failed: \(what)") }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }

    private static func bytes(_ label: String) throws -> Int { try number(label) * 1_024 }

    private static func number(_ label: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(label) }),
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
                Int($0)
            })
        else { throw WorkloadError("/proc/self/status has no \(label)") }
        return number
    }
}
