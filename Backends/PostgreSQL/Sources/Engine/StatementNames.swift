internal import GranarySQL

/// The names under which a connection's statements are prepared, by their text.
struct StatementNames {
    private var names: [StatementText: String] = [:]
    private var count = 0

    /// The most statements that are kept; a server holds each in memory.
    private static let capacity = 256

    /// Whether the next statement is one too many.
    var isFull: Bool { names.count >= Self.capacity }

    /// The name of a statement.
    subscript(text: String) -> String? { names[StatementText(text)] }

    /// Gives a statement a name that was never used before.
    mutating func insert(_ text: String) -> String {
        count += 1
        let name = "g\(count)"
        names[StatementText(text)] = name
        return name
    }

    /// Forgets a statement that could not be prepared.
    mutating func remove(_ text: String) { names[StatementText(text)] = nil }

    /// Forgets every statement.
    mutating func removeAll() { names.removeAll() }
}
