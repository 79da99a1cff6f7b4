internal import Foundation
public import Workload

/// A row of the table: work with accounts, and what it is compared with, in fresh stores.
public struct AccountRow: Sendable {
    /// How much the work may take.
    public enum Limit: Sendable {
        /// How many times as long as what it is compared with.
        case ratio(Double)
        /// The time of each of a number of steps.
        case step(Nanoseconds, of: Int)
    }

    /// The measured work.
    public let name: String
    /// What it is compared with; `nil` for work that has a time as its limit.
    public let yardstick: String?
    /// How much it may take.
    public let limit: Limit
    /// Whether other work goes on meanwhile, so that time on a processor says nothing about this.
    public let isBesideOthers: Bool

    private let base: Work?
    private let judged: Work

    typealias Work = @Sendable (_ directory: String, _ size: Int) async throws -> Outcome

    /// Work whose time is compared with that of other work.
    init(
        _ name: String, against yardstick: String, limit: Double, isBesideOthers: Bool = false,
        base: @escaping Work, judged: @escaping Work
    ) {
        self.name = name
        self.yardstick = yardstick
        self.limit = .ratio(limit)
        self.isBesideOthers = isBesideOthers
        self.base = base
        self.judged = judged
    }

    /// Work whose steps may take some time each.
    init(_ name: String, limit: Nanoseconds, of steps: Int, judged: @escaping Work) {
        self.name = name
        yardstick = nil
        self.limit = .step(limit, of: steps)
        isBesideOthers = false
        base = nil
        self.judged = judged
    }

    /// Every row of the table.
    public static let all: [AccountRow] = opening + working + beside + migrating + parts + onServer

    /// Does one of the two once; nothing for the base of work that is compared with none.
    public func measure(judged isJudged: Bool, size: Int, in parent: String) async throws -> Outcome? {
        guard let work = isJudged ? judged : base else { return nil }
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("accounts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        return try await work(directory.path, size)
    }
}
