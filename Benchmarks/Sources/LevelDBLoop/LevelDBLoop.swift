internal import FoundationEssentials
public import Workload

/// The yardstick for LevelDB: hand-written loops over its C interface, on the keys, records and indexes that
/// Granary's stores have.
public enum LevelDBLoop {
    /// The contender; it knows the operations that have a limit.
    public static let contender = Contender("C API loop") { path, workload in
        let database = try LoopDatabase(path: path)
        return Session(
            run: { try run($0, database, workload) }, stream: { 0 }, hold: { _ in 0 },
            close: { database.close() })
    }

    private static func run(
        _ exercise: Exercise, _ database: LoopDatabase, _ workload: Workload
    ) throws -> Outcome? {
        switch exercise {
        case .insert: try insert(database, workload)
        case .fetch: try fetch(database)
        case .object: try objects(database, workload)
        case .filter: try filter(database, workload)
        case .update: try update(database)
        default: nil
        }
    }

    private static func insert(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        try Outcome {
            var players: [LoopPlayer] = []
            for (position, values) in workload.players.enumerated() {
                players.append(
                    LoopPlayer(
                        Workload.uuidKey(position), values, team: Workload.uuidKey(values.team), version: 1))
            }
            let batch = LoopBatch()
            let (key, record) = (LoopBytes(), LoopBytes())
            for position in 0..<workload.teams {
                key.begin(LoopFormat.teams)
                key.append(Workload.uuidKey(position))
                record.beginRecord(version: 1)
                record.append(Workload.teamName(position), field: 2)
                batch.put(key, record)
            }
            let none = LoopBytes()
            for player in players {
                player.encode(key, record)
                batch.put(key, record)
                player.encodeScore(key)
                batch.put(key, none)
                player.encodeTeam(key)
                batch.put(key, none)
            }
            try database.write(batch)
            return Int64(players.count)
        }
    }

    private static func all(_ database: LoopDatabase) throws -> [LoopPlayer] {
        var found: [LoopPlayer] = []
        try database.scan(LoopFormat.players) { key, record in found.append(LoopPlayer(key, record)) }
        return found
    }

    /// All players in an array, and by key in a dictionary.
    private static func fetch(_ database: LoopDatabase) throws -> Outcome {
        try Outcome {
            var found: [LoopPlayer] = []
            var byKey: [UUID: LoopPlayer] = [:]
            try database.scan(LoopFormat.players) { key, record in
                let player = LoopPlayer(key, record)
                byKey[player.id] = player
                found.append(player)
            }
            return Int64(max(found.count, byKey.count))
        }
    }

    /// Every player by its key, in random order, in one snapshot.
    private static func objects(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        let keys = workload.shuffled.map(Workload.uuidKey)
        return try Outcome {
            let key = LoopBytes()
            var sum = 0
            for id in keys {
                key.begin(LoopFormat.players)
                key.append(id)
                try database.get(key) { sum += LoopPlayer(key.bytes, $0).score }
            }
            return Int64(sum)
        }
    }

    /// The players with a score: from the index to the rows.
    private static func filter(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        try Outcome {
            var sum = 0.0
            let key = LoopBytes()
            for score in workload.filteredScores {
                var found: [LoopPlayer] = []
                try database.scan(LoopFormat.scores + LoopFormat.integer(score)) { entry, _ in
                    key.begin(LoopFormat.players)
                    key.append(bytes: UnsafeRawBufferPointer(rebasing: entry.suffix(17)))
                    try database.get(key) { found.append(LoopPlayer(key.bytes, $0)) }
                }
                for player in found { sum += player.rating }
            }
            return Int64(sum * 1_000)
        }
    }

    /// One more for each rating, where the version is still the one that was read.
    private static func update(_ database: LoopDatabase) throws -> Outcome {
        let players = try all(database)
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try Outcome {
            let batch = LoopBatch()
            let (key, record) = (LoopBytes(), LoopBytes())
            for player in chosen {
                key.begin(LoopFormat.players)
                key.append(player.id)
                var version: Int64 = 0
                try database.get(key) { version = LoopPlayer(key.bytes, $0).version }
                if version != player.version { throw WorkloadError("a row was changed") }
                player.rating += 1
                player.version += 1
                player.encode(key, record)
                batch.put(key, record)
            }
            try database.write(batch)
            return Int64(chosen.count)
        }
    }
}
