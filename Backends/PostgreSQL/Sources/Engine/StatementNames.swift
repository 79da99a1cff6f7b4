internal import GranarySQL

/// The names under which a connection's statements are prepared, by the schema that they were prepared for and their
/// text.
///
/// The server plans a statement anew when another schema is searched, so each schema has its own, and nothing of one is
/// used for another.
struct StatementNames {
    /// Those of the schema that the connection serves now.
    private var names: [StatementText: String] = [:]
    private var schema: String
    /// Those of schemas that it served before.
    private var others: [String: [StatementText: String]] = [:]
    /// How many there are.
    private var kept = 0
    private var count = 0

    /// The most statements that are kept; a server holds each in memory.
    private static let capacity = 256

    /// Begins without statements, for a schema.
    init(for schema: String) { self.schema = schema }

    /// Whether the next statement is one too many.
    var isFull: Bool { kept >= Self.capacity }

    /// Whether there are statements of other schemas.
    var areOfSeveral: Bool { !others.isEmpty }

    /// The name of a statement.
    subscript(text: String) -> String? { names[StatementText(text)] }

    /// Goes on with those of another schema.
    mutating func change(to schema: String) {
        if schema == self.schema { return }
        if !names.isEmpty { others[self.schema] = names }
        names = others.removeValue(forKey: schema) ?? [:]
        self.schema = schema
    }

    /// Gives a statement a name that was never used before.
    mutating func insert(_ text: String) -> String {
        count += 1
        let name = "g\(count)"
        if names.updateValue(name, forKey: StatementText(text)) == nil { kept += 1 }
        return name
    }

    /// Forgets a statement that could not be prepared.
    mutating func remove(_ text: String) {
        if names.removeValue(forKey: StatementText(text)) != nil { kept -= 1 }
    }

    /// Forgets every statement, of every schema.
    mutating func removeAll() {
        names.removeAll()
        others.removeAll()
        kept = 0
    }
}
