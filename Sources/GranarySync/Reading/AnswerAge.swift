import FoundationEssentials
import Granary

/// How old an answer of the server may be to count as everything there is.
struct AnswerAge: Sendable {
    private let now: Date
    private let oldest: Date?
    private let isAny: Bool

    /// Any age: the server was asked just now, regardless of how long it says that the answer counts.
    static let any = AnswerAge(now: .distantPast, oldest: nil, isAny: true)

    private init(now: Date, oldest: Date?, isAny: Bool) {
        self.now = now
        self.oldest = oldest
        self.isAny = isAny
    }

    /// As old as a caller accepts; without a word of the caller, as the server says.
    init(_ most: Duration?, now: Date) {
        self.init(now: now, oldest: most.map { now.addingTimeInterval(-($0 / .seconds(1))) }, isAny: false)
    }

    /// Whether an answer is not too old; a clock that was set back makes none older.
    func accepts(_ query: SyncQuery) -> Bool {
        if isAny { return true }
        if let oldest { return query.servedAt >= oldest }
        return query.freshUntil.map { now <= $0 } ?? true
    }
}
