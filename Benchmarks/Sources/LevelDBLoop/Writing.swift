internal import FoundationEssentials
internal import Workload

/// The operations that write, each in one batch; changes check the version that was read.
enum Writing {
    static func insert(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
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
                LoopTeam(Workload.uuidKey(position), Workload.teamName(position), version: 1)
                    .encode(key, record)
                batch.put(key, record)
            }
            for player in players { put(player, in: batch, key, record) }
            try database.write(batch)
            return Int64(players.count)
        }
    }

    /// Writes a row and its entries of indexes.
    @inline(__always)
    private static func put(
        _ player: LoopPlayer, in batch: LoopBatch, _ key: LoopBytes, _ record: LoopBytes
    ) {
        player.encode(key, record)
        batch.put(key, record)
        record.begin([])
        player.encodeScore(key)
        batch.put(key, record)
        player.encodeTeam(key)
        batch.put(key, record)
    }

    static func updateRating(_ database: LoopDatabase) throws -> Outcome {
        try change(database) { player, batch, key, record in
            player.rating += 1
            player.version += 1
            player.encode(key, record)
            batch.put(key, record)
        }
    }

    static func updateScore(_ database: LoopDatabase) throws -> Outcome {
        try change(database) { player, batch, key, record in
            player.encodeScore(key)
            batch.delete(key)
            player.score += 100
            player.version += 1
            player.encode(key, record)
            batch.put(key, record)
            player.encodeScore(key)
            record.begin([])
            batch.put(key, record)
        }
    }

    static func delete(_ database: LoopDatabase) throws -> Outcome {
        try change(database) { player, batch, key, record in
            batch.delete(key)
            player.encodeScore(key)
            batch.delete(key)
            player.encodeTeam(key)
            batch.delete(key)
        }
    }

    /// Changes every tenth player, where the version is still the one that was read; the body begins with the
    /// key of the row.
    @inline(__always)
    private static func change(
        _ database: LoopDatabase, _ body: (LoopPlayer, LoopBatch, LoopBytes, LoopBytes) -> Void
    ) throws -> Outcome {
        let players = try Reading.all(database)
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try Outcome {
            let batch = LoopBatch()
            let (key, record) = (LoopBytes(), LoopBytes())
            for player in chosen {
                key.begin(LoopFormat.players)
                key.append(player.id)
                var version: Int64 = 0
                try database.get(key) {
                    var reader = LoopReader(record: $0)
                    version = reader.version()
                }
                if version != player.version { throw WorkloadError("a row was changed") }
                body(player, batch, key, record)
            }
            try database.write(batch)
            return Int64(chosen.count)
        }
    }

    /// New players, each with a separate batch and the team read before.
    static func saves(_ database: LoopDatabase, _ workload: Workload) throws -> Outcome {
        let (key, record) = (LoopBytes(), LoopBytes())
        return try Outcome {
            for position in 0..<workload.saves {
                let values = workload.players[position]
                let team = Workload.uuidKey(values.team)
                key.begin(LoopFormat.teams)
                key.append(team)
                try database.get(key) { _ in }
                let batch = LoopBatch()
                let id = Workload.uuidKey(workload.rows + position)
                put(LoopPlayer(id, values, team: team, version: 2), in: batch, key, record)
                try database.write(batch)
            }
            return Int64(workload.saves)
        }
    }
}
