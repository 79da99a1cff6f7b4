internal import GRDBContender
internal import GranaryContender
internal import LoopContender
internal import Workload

/// Who takes part in a table, the yardstick first.
enum Field {
    /// All contenders with the same settings.
    static func shared(_ keys: KeyKind) -> [Contender] {
        [
            LoopContender.contender(keys), GranaryContender.contender(keys),
            GRDBContender.fast(keys, .shared), GRDBContender.codable(keys, .shared),
        ]
    }

    /// The libraries, each with its default settings, and the loop with Granary's.
    static func own(_ keys: KeyKind) -> [Contender] {
        [
            LoopContender.contender(keys), GranaryContender.contender(keys),
            GRDBContender.fast(keys, .own), GRDBContender.codable(keys, .own),
        ]
    }
}

/// The measurements.
struct Plan: Sendable {
    let workload: Workload
    let exercises: [Exercise]
    let rounds: Int
    let usesProcessorTime: Bool

    /// Which of the times counts.
    var clock: KeyPath<Outcome, Nanoseconds> { usesProcessorTime ? \.processorTime : \.time }
}
