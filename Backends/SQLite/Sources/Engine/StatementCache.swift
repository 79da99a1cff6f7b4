internal import GranarySQL

/// The prepared statements of a connection by their text; the ones unused for longest make room.
struct StatementCache {
    private var entries: [StatementText: Entry] = [:]
    private var clock: UInt64 = 0
    private let capacity: Int

    private struct Entry {
        let statement: Statement
        var lastUse: UInt64
    }

    /// Makes an empty cache for a number of statements.
    init(capacity: Int) { self.capacity = capacity }

    /// The statement of a text.
    subscript(text: String) -> Statement? {
        mutating get {
            clock &+= 1
            guard let index = entries.index(forKey: StatementText(text)) else { return nil }
            entries.values[index].lastUse = clock
            return entries.values[index].statement
        }
    }

    /// Adds a statement.
    mutating func insert(_ statement: Statement, for text: String) {
        if entries.count >= capacity { removeOldQuarter() }
        entries[StatementText(text)] = Entry(statement: statement, lastUse: clock)
    }

    /// Finalises every statement that only the cache holds.
    mutating func removeAll() { entries.removeAll() }

    /// Removing many at once makes the search for the oldest rare.
    private mutating func removeOldQuarter() {
        let uses = entries.values.map(\.lastUse).sorted()
        let limit = uses[uses.count / 4]
        entries = entries.filter { $0.value.lastUse > limit }
    }
}
