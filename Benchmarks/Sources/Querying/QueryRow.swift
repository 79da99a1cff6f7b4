internal import Granary
public import Workload

/// A row of the table: a question in Granary's language, and the same by hand.
public struct QueryRow: Sendable {
    /// How much a question may take.
    public enum Limit: Sendable {
        /// How many times as long as by hand.
        case ratio(Double)
        /// The time of asking once.
        case time(Nanoseconds)
    }

    /// The question.
    public let name: String
    /// What it is compared with; `nil` for one that has a time as its limit.
    public let yardstick: String?
    /// How much it may take.
    public let limit: Limit
    /// How often it is asked in a measurement.
    public let times: Int

    let place: SalesGround.Place
    let base: By<HandWrittenSales>?
    let judged: By<Context>

    /// Asks the question once, and returns a number of its answer.
    typealias By<Asked> = @Sendable (Asked) throws -> Int64

    /// A question that SQLite answers by hand-written SQL.
    init(_ name: String, _ limit: Double, times: Int = 10, sql: String, judged: @escaping By<Context>) {
        self.init(name, limit, against: "SQL", times: times, base: { try $0.integers(sql) }, judged: judged)
    }

    /// A question that is compared with other work by hand.
    init(
        _ name: String, _ limit: Double, against yardstick: String, on place: SalesGround.Place = .sqlite,
        times: Int = 10, base: @escaping By<HandWrittenSales>, judged: @escaping By<Context>
    ) {
        self.name = name
        self.yardstick = yardstick
        self.limit = .ratio(limit)
        self.times = times
        self.place = place
        self.base = base
        self.judged = judged
    }

    /// A question that may take some time.
    init(
        _ name: String, within limit: Nanoseconds, on place: SalesGround.Place, judged: @escaping By<Context>
    ) {
        self.name = name
        yardstick = nil
        self.limit = .time(limit)
        times = 1
        self.place = place
        base = nil
        self.judged = judged
    }

    /// Every row of the table.
    public static let all: [QueryRow] = lowered + shapes + joins + inCore

    /// Asks as often as the row says; the sum of the answers' numbers.
    func repeated(_ ask: () throws -> Int64) rethrows -> Int64 {
        var sum: Int64 = 0
        for _ in 0..<times { sum &+= try ask() }
        return sum
    }
}
