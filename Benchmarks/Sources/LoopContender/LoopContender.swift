public import Workload

/// The yardstick: hand-written loops over SQLite's C interface.
public enum LoopContender {
    /// The contender for a kind of key.
    public static func contender(_ keys: KeyKind) -> Contender {
        Contender("C API loop") { path, workload in
            let database = try Database(path: path)
            return switch keys {
            case .integer: session(IntegerPlayer.self, database, workload)
            case .uuid: session(UUIDPlayer.self, database, workload)
            }
        }
    }

    private static func session<P: Player>(
        _ type: P.Type, _ database: Database, _ workload: Workload
    ) -> Session {
        Session(
            run: { try run($0, type, database, workload) },
            stream: { try Reading.stream(type, database) },
            hold: { try Reading.hold(type, database, $0) },
            close: { database.close() })
    }

    private static func run<P: Player>(
        _ exercise: Exercise, _ type: P.Type, _ database: Database, _ workload: Workload
    ) throws -> Outcome {
        switch exercise {
        case .insert: try Writing.insert(type, database, workload)
        case .fetch: try Reading.fetch(type, database)
        case .filter: try Reading.filter(type, database, workload)
        case .object: try Reading.objects(type, database, workload)
        case .identity: try Reading.identity(type, database, workload.shuffled)
        case .hit: try Reading.identity(type, database, workload.near)
        case .update: try Writing.updateRating(type, database)
        case .updateIndexed: try Writing.updateScore(type, database)
        case .delete: try Writing.delete(type, database)
        case .walk: try Reading.walk(type, database)
        case .count: try Reading.count(database)
        case .aggregate: try Reading.aggregate(database)
        case .unit: try Reading.units(type, database, workload)
        case .save: try Writing.saves(type, database, workload)
        }
    }
}
