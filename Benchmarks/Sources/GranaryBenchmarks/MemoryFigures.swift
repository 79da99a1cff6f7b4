internal import Foundation
internal import Workload

/// By how much the memory of each contender's process grew at most.
struct MemoryFigures {
    let names: [String]
    /// How many rows were streamed.
    let streamedRows: Int
    /// While streaming, in bytes.
    let stream: [Int]
    /// While holding all rows as objects, in bytes; of the loop, without a dictionary.
    let hold: [Int]

    /// How much a stream of a million rows may take.
    static let streamLimit = 32 << 20
    /// How many times the memory of the plain objects the tracked ones may take.
    static let holdLimit = 1.5

    /// Measures each contender in separate processes.
    static func measure(_ keys: KeyKind, _ plan: Plan, _ files: StoreFiles) async throws -> MemoryFigures {
        let names = Field.shared(keys).map(\.name)
        let path = try files.copy(for: .fetch)
        let large = try await files.makeLarge(Workload(rows: plan.workload.rows * 10))
        defer {
            files.discard(path)
            files.discard(large)
        }
        return MemoryFigures(
            names: names, streamedRows: plan.workload.rows * 10,
            stream: try names.indices.map { try run(.stream, $0, keys, large) },
            hold: try names.indices.map { try run(.hold, $0, keys, path) })
    }

    private static func run(
        _ task: MeasurePeak.Task, _ contender: Int, _ keys: KeyKind, _ path: String
    ) throws -> Int {
        try ProcessMemory.measured(
            by: ["peak", task.rawValue, String(contender), keys.rawValue, path],
            "\(task.rawValue) of contender \(contender)")
    }
}
