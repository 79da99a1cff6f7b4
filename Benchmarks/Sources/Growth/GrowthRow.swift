internal import Foundation
internal import Granary
public import Workload

/// Work whose time grows with its size and no faster.
public struct GrowthRow: Sendable {
    /// The name of the work.
    public let name: String
    /// Where.
    public let ground: Ground
    /// How many times as long four times the size may take.
    public let limit: Double
    /// How many steps the work has at a size.
    public let steps: @Sendable (_ size: Int) -> Int
    let unusedModels: @Sendable (_ size: Int) -> Int
    let work: @Sendable (PersistentStack, _ size: Int) throws -> Outcome

    /// Does the work once, in stores that begin empty; returns the processor time, since other work of the machine says
    /// nothing about growth.
    public func measure(size: Int, in parent: String) async throws -> Nanoseconds {
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("growth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let stack = try ground.open(in: directory.path, unusedModels: unusedModels(size))
        let time = try work(stack, size).processorTime
        try await stack.close()
        return time
    }
}

/// The declaration of some work: on several grounds, in as many steps as its size unless `steps` says otherwise.
struct GrowthWork {
    let name: String
    var limit = 5.0
    var grounds = Ground.single
    var steps: @Sendable (Int) -> Int = { $0 }
    var unusedModels: @Sendable (Int) -> Int = { _ in 0 }
    let work: @Sendable (PersistentStack, Int) throws -> Outcome

    /// A row for each ground.
    var rows: [GrowthRow] {
        grounds.map {
            GrowthRow(
                name: name, ground: $0, limit: limit, steps: steps, unusedModels: unusedModels, work: work)
        }
    }
}

extension GrowthRow {
    /// Every row of the table.
    public static let all: [GrowthRow] = (GrowthWork.named + GrowthWork.inserting + GrowthWork.everyOperation)
        .flatMap(\.rows)
}

/// Throws unless the work came out as it should.
func expect<T: Equatable>(_ found: T, _ wanted: T, line: Int = #line) throws {
    if found != wanted { throw WorkloadError("line \(line): \(found) instead of \(wanted)") }
}
