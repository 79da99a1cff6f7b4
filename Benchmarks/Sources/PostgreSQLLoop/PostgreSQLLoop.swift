internal import FoundationEssentials
public import Workload

/// The yardstick for PostgreSQL: hand-written loops over libpq, on the tables that Granary has made.
public enum PostgreSQLLoop {
    /// The contender for a kind of key; it knows the operations that have a limit, and some more.
    ///
    /// It opens a database by its URL.
    public static func contender(_ keys: KeyKind) -> Contender {
        Contender("libpq loop") { url, workload in
            let connection = try LoopConnection(url: url)
            try connection.execute("SET search_path = granary, pg_catalog")
            return switch keys {
            case .integer: session(LoopOperations<Int64>(connection), workload)
            case .uuid: session(LoopOperations<UUID>(connection), workload)
            }
        }
    }

    private static func session<Key>(_ operations: LoopOperations<Key>, _ workload: Workload) -> Session {
        Session(
            run: { try operations.run($0, workload) }, stream: { 0 }, hold: { _ in 0 },
            close: { operations.connection.close() })
    }
}

/// The operations, for one kind of key.
struct LoopOperations<Key: LoopKey>: Sendable {
    let connection: LoopConnection

    init(_ connection: LoopConnection) { self.connection = connection }

    static var columns: String {
        "id, name, email, score, rating, active, \"createdAt\", notes, team, granary_version"
    }

    static var all: String { "SELECT \(columns) FROM player ORDER BY id" }

    func run(_ exercise: Exercise, _ workload: Workload) throws -> Outcome? {
        switch exercise {
        case .insert: try insert(workload)
        case .fetch: try fetch()
        case .filter: try filter(workload)
        case .update: try update()
        case .delete: try delete()
        case .walk: try walk()
        default: nil
        }
    }
}
