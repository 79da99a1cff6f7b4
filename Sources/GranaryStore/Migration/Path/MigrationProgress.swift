/// The progress of the migration of a store.
public struct MigrationProgress: Sendable, Hashable, Codable {
    /// A part of the work on one version: the rows of a table, or those that code reads.
    public struct Part: Sendable, Hashable, Codable {
        /// The name of the model or table; with “code: ” before it for rows that code reads.
        public let name: String
        /// How many rows are done.
        public internal(set) var rows: Int
        /// How many rows there are to do.
        public internal(set) var total: Int
    }

    /// The parts that have begun since the last version, in the order of their beginnings.
    public internal(set) var parts: [Part] = []
    /// How many migrations on the store's path are done.
    public internal(set) var stagesDone = 0
    /// How many migrations are on the store's path.
    public internal(set) var stages = 1

    init() {}

    /// How many rows are done since the last version.
    public var rows: Int { parts.reduce(0) { $0 + $1.rows } }

    /// The known number of rows to process until the next version.
    public var total: Int { parts.reduce(0) { $0 + $1.total } }

    /// The completed part, from 0 to 1; each migration on the path counts equally.
    public var fraction: Double {
        let part = total == 0 ? 0 : min(Double(rows) / Double(total), 1)
        return min((Double(stagesDone) + part) / Double(max(stages, 1)), 1)
    }
}

extension MigrationProgress: CustomStringConvertible {
    /// The rows, such as `Flight 1000 of 4000, code: Flight 0 of 4000`.
    public var description: String {
        parts.map { "\($0.name) \($0.rows) of \($0.total)" }.joined(separator: ", ")
    }
}
