internal import Workload

/// The operations that write, each in one transaction; changes check the version that was read.
enum Writing {
    static func insert<P: Player>(_ type: P.Type, _ database: Database, _ workload: Workload) throws
        -> Outcome
    {
        try Outcome {
            var players: [P] = []
            for (position, values) in workload.players.enumerated() {
                players.append(P(.of(position), values, team: .of(values.team)))
            }
            try database.transaction {
                let team = try database.prepare(SharedStatements.insertTeam)
                for position in 0..<workload.teams {
                    P.PlayerKey.of(position).bind(team, at: 1)
                    team.bind(Workload.teamName(position), at: 2)
                    team.bind(Int64(2), at: 3)
                    try team.change()
                }
                let statement = try database.prepare(SharedStatements.insert)
                for player in players {
                    player.bind(statement, version: 2)
                    try statement.change()
                    player.version = 2
                }
            }
            return Int64(players.count)
        }
    }

    static func updateRating<P: Player>(_ type: P.Type, _ database: Database) throws -> Outcome {
        try update(type, database, SharedStatements.updateRating) { player, statement in
            player.rating += 1
            statement.bind(player.rating, at: 1)
        }
    }

    static func updateScore<P: Player>(_ type: P.Type, _ database: Database) throws -> Outcome {
        try update(type, database, SharedStatements.updateScore) { player, statement in
            player.score += 100
            statement.bind(Int64(player.score), at: 1)
        }
    }

    @inline(__always)
    private static func update<P: Player>(
        _ type: P.Type, _ database: Database, _ text: String, _ change: (P, borrowing Statement) -> Void
    ) throws -> Outcome {
        let players = try Reading.all(type, database)
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try Outcome {
            try database.transaction {
                let statement = try database.prepare(text)
                for player in chosen {
                    change(player, statement)
                    statement.bind(player.version + 1, at: 2)
                    player.id.bind(statement, at: 3)
                    statement.bind(player.version, at: 4)
                    try statement.change()
                    player.version += 1
                }
            }
            return Int64(chosen.count)
        }
    }

    static func delete<P: Player>(_ type: P.Type, _ database: Database) throws -> Outcome {
        let players = try Reading.all(type, database)
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try Outcome {
            try database.transaction {
                let statement = try database.prepare(SharedStatements.delete)
                for player in chosen {
                    player.id.bind(statement, at: 1)
                    statement.bind(player.version, at: 2)
                    try statement.change()
                }
            }
            return Int64(chosen.count)
        }
    }

    static func saves<P: Player>(_ type: P.Type, _ database: Database, _ workload: Workload) throws -> Outcome
    {
        let statement = try database.prepare(SharedStatements.insert)
        return try Outcome {
            for position in 0..<workload.saves {
                let values = workload.players[position]
                let player = P(.of(workload.rows + position), values, team: .of(values.team))
                try database.transaction {
                    player.bind(statement, version: 3)
                    try statement.change()
                }
            }
            return Int64(workload.saves)
        }
    }
}
