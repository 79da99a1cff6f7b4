internal import FoundationEssentials
internal import Workload

/// The operations that read.
enum Reading {
    static func all(_ database: LoopDatabase) throws -> [LoopPlayer] {
        var found: [LoopPlayer] = []
        try database.scan(LoopFormat.players) { key, record in found.append(LoopPlayer(key, record)) }
        return found
    }

    /// All players in an array, and by key in a dictionary.
    static func fetch(_ database: LoopDatabase) throws -> Outcome {
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

    /// The players with a score: from the index to the rows.
    static func filter(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        try Outcome {
            var sum = 0.0
            for score in workload.filteredScores {
                for player in try players(database, LoopFormat.scores + LoopFormat.integer(score)) {
                    sum += player.rating
                }
            }
            return Int64(sum * 1_000)
        }
    }

    /// The players that entries of an index lead to, which end with the key of the row.
    private static func players(_ database: LoopDatabase, _ prefix: [UInt8]) throws -> [LoopPlayer] {
        var found: [LoopPlayer] = []
        let key = LoopBytes()
        try database.scan(prefix) { entry, _ in
            key.begin(LoopFormat.players)
            key.append(bytes: UnsafeRawBufferPointer(rebasing: entry.suffix(17)))
            try database.get(key) { found.append(LoopPlayer(key.bytes, $0)) }
        }
        return found
    }

    /// Every player by its key, in random order.
    static func objects(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        try objects(workload.shuffled[...], database)
    }

    /// Some players by their keys; every read of LevelDB sees one state.
    static func units(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        try objects(workload.shuffled.prefix(workload.units), database)
    }

    private static func objects(_ positions: ArraySlice<Int>, _ database: LoopDatabase) throws -> Outcome {
        let keys = positions.map(Workload.uuidKey)
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

    /// Every player by its key, in random order, from a dictionary.
    static func identity(_ database: LoopDatabase, _ positions: [Int]) throws -> Outcome {
        let keys = positions.map(Workload.uuidKey)
        var byKey: [UUID: LoopPlayer] = [:]
        for player in try all(database) { byKey[player.id] = player }
        return Outcome {
            var sum = 0
            for key in keys { sum += byKey[key]?.score ?? 0 }
            return Int64(sum)
        }
    }

    /// The teams, and for each the players that the index has for it.
    static func walk(_ database: LoopDatabase) throws -> Outcome {
        try Outcome {
            var sum = 0
            try database.scan(LoopFormat.teams) { key, record in
                let team = LoopTeam(key, record)
                let prefix = LoopBytes()
                prefix.begin(LoopFormat.members)
                prefix.append(team.id)
                for player in try players(database, Array(prefix.bytes)) { sum += player.score }
            }
            return Int64(sum)
        }
    }

    /// How many players are active and have a rating above a half.
    static func count(_ database: LoopDatabase) throws -> Outcome {
        try Outcome {
            var found: Int64 = 0
            try database.scan(LoopFormat.players) { _, record in
                var reader = LoopReader(record: record)
                reader.skipToScore()
                _ = reader.score()
                if reader.rating() > 0.5, reader.isActive() { found += 1 }
            }
            return found
        }
    }

    /// Mean rating and best score by team.
    static func aggregate(_ database: LoopDatabase) throws -> Outcome {
        try Outcome {
            var groups: [UUID: (count: Int, sum: Double, best: Int)] = [:]
            try database.scan(LoopFormat.players) { _, record in
                var reader = LoopReader(record: record)
                reader.skipToScore()
                let (score, rating) = (reader.score(), reader.rating())
                _ = (reader.isActive(), reader.createdAt(), reader.notes())
                let team = reader.team()
                let group = groups[team] ?? (0, 0, 0)
                groups[team] = (group.count + 1, group.sum + rating, max(group.best, score))
            }
            let sum = groups.sorted { $0.key < $1.key }
                .reduce(0.0) { $0 + $1.value.sum / Double($1.value.count) * Double($1.value.best) }
            return Int64(sum * 1_000)
        }
    }
}
