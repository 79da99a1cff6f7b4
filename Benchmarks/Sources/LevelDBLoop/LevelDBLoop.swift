public import Workload

/// The yardstick for LevelDB: hand-written loops over its C interface, on the keys, records and indexes that
/// Granary's stores have, byte for byte.
///
/// A loop does the work that Granary promises, and no more. All changes of an exercise are one batch, written
/// synchronously. Code that changes or deletes a row reads it first, since the stored version must be the one that was
/// read; entries of indexes are touched only where their values change. Checksums of blocks are verified, and options
/// are the same. The loop does not check whether a new key is taken, whether a team exists that a player refers to, or
/// whether a record is damaged.
public enum LevelDBLoop {
    /// The contender; it knows every exercise.
    public static let contender = Contender("C API loop") { path, workload in
        let database = try LoopDatabase(path: path)
        return Session(
            run: { try run($0, database, workload) }, stream: { 0 }, hold: { _ in 0 },
            close: { database.close() })
    }

    private static func run(
        _ exercise: Exercise, _ database: LoopDatabase, _ workload: Workload
    ) throws -> Outcome {
        switch exercise {
        case .insert: try Writing.insert(database, workload)
        case .fetch: try Reading.fetch(database)
        case .filter: try Reading.filter(database, workload)
        case .object: try Reading.objects(database, workload)
        case .identity: try Reading.identity(database, workload.shuffled)
        case .hit: try Reading.identity(database, workload.near)
        case .update: try Writing.updateRating(database)
        case .updateIndexed: try Writing.updateScore(database)
        case .delete: try Writing.delete(database)
        case .walk: try Reading.walk(database)
        case .count: try Reading.count(database)
        case .aggregate: try Reading.aggregate(database)
        case .unit: try Reading.units(database, workload)
        case .save: try Writing.saves(database, workload)
        }
    }
}
