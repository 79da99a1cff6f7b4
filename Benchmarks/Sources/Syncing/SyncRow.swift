internal import Foundation
internal import Granary
internal import GranarySync
public import Workload

/// A row of the table: work of a repository, and what it is compared with, in fresh SQLite stores.
public struct SyncRow: Sendable {
    /// The measured work.
    public let name: String
    /// What it is compared with.
    public let yardstick: String
    /// How many times as long as the yardstick it may take.
    public let limit: Double
    /// Whether rows about lists from servers are there: they need the trait `HTTP` of this package.
    public static var hasPages: Bool { !pages.isEmpty }

    let base: @Sendable (_ directory: String, _ size: Int) async throws -> Outcome
    let judged: @Sendable (_ directory: String, _ size: Int) async throws -> Outcome

    /// Does one of the two once.
    public func measure(judged isJudged: Bool, size: Int, in parent: String) async throws -> Outcome {
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("sync-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        return try await (isJudged ? judged : base)(directory.path, size)
    }

    /// Does work in a store, which is closed afterwards.
    static func working(
        in directory: String, syncs: Bool, caching cache: SyncedCache? = nil,
        _ work: (Depot) async throws -> Outcome
    ) async throws -> Outcome {
        let depot = try Depot(in: directory, syncs: syncs, caching: cache)
        let outcome = try await work(depot)
        try await depot.stack.close()
        return outcome
    }
}
