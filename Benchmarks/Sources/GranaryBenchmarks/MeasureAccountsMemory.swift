internal import ArgumentParser
internal import Foundation
internal import UserAccounts
internal import Workload

/// Opens many accounts in a separate process and prints what it holds for them.
struct MeasureAccountsMemory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts-memory", abstract: "Measure what open accounts hold; used by `accounts`.",
        shouldDisplay: false)

    @Argument(help: "The directory of the accounts.") var directory: String
    @Flag(help: "Wait until all of them rest.") var resting = false

    func run() async throws {
        var looks: [Holding] = []
        try await ManyAccounts.open(in: directory, untilRest: resting) {
            looks.append(try Holding.ofThisProcess())
        }
        guard looks.count == 2 else { throw WorkloadError("measuring memory failed: \(Self.what)") }
        let (before, after) = (looks[0], looks[1])
        print(
            after.threads, after.descriptors - before.descriptors, after.resident - before.resident,
            after.ofNoFile - before.ofNoFile, after.inUse - before.inUse)
    }

    /// What a process holds.
    struct Holding {
        /// All threads.
        let threads: Int
        /// The descriptors of open files.
        let descriptors: Int
        /// Resident memory in bytes.
        let resident: Int
        /// Resident memory that belongs to no file, in bytes.
        let ofNoFile: Int
        /// What the program has from the allocator, in bytes.
        let inUse: Int

        fileprivate static func ofThisProcess() throws -> Holding {
            Holding(
                threads: try ProcessMemory.threads(),
                descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
                resident: try ProcessMemory.resident(), ofNoFile: try ProcessMemory.ofNoFile(),
                inUse: ManyAccounts.bytesInUse)
        }
    }

    private static let what = "open accounts"

    /// All threads of a process that has many accounts open, or at rest, and what it holds beyond the start; the medians.
    static func measure(rounds: Int, in parent: String, resting: Bool) async throws -> Holding {
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("accounts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try await ManyAccounts.make(in: directory.path)
        let arguments = ["accounts-memory", directory.path] + (resting ? ["--resting"] : [])
        let figures = try (0..<rounds).map { _ in try ProcessMemory.allMeasured(by: arguments, what) }
        let medians = try ProcessMemory.medians(5, of: figures, what)
        return Holding(
            threads: medians[0], descriptors: medians[1], resident: medians[2], ofNoFile: medians[3],
            inUse: medians[4])
    }
}
