internal import GRDB
internal import Workload

/// The operations with GRDB's fastest documented means: cached statements and records read by column
/// position.
struct FastSession<P: FastPlayer & Sendable>: Sendable {
    let database: any DatabaseWriter
    let workload: Workload

    func run(_ exercise: Exercise) async throws -> Outcome? {
        switch exercise {
        case .insert: try await insert()
        case .fetch: try await fetch()
        case .filter: try await filter()
        case .object: try await objects()
        case .identity, .hit: nil
        case .update:
            try await update(SharedStatements.updateRating) {
                $0.rating += 1; return $0.rating
            }
        case .updateIndexed:
            try await update(SharedStatements.updateScore) {
                $0.score += 100; return $0.score
            }
        case .delete: try await delete()
        case .walk: try await walk()
        case .count: try await SharedReading.count(database)
        case .aggregate: try await SharedReading.aggregate(database)
        case .unit: try await units()
        case .save: try await saves()
        }
    }

    private func insert() async throws -> Outcome {
        try await Outcome {
            try await database.write { db in
                let team = try db.cachedStatement(sql: SharedStatements.insertTeam)
                for position in 0..<workload.teams {
                    team.setUncheckedArguments([P.Key.of(position), Workload.teamName(position), 2])
                    try team.execute()
                }
                let statement = try db.cachedStatement(sql: SharedStatements.insert)
                for (position, values) in workload.players.enumerated() {
                    statement.setUncheckedArguments(
                        P(.of(position), values, team: .of(values.team)).arguments)
                    try statement.execute()
                }
                return Int64(workload.rows)
            }
        }
    }

    private func fetch() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                Int64(try P.fetchAll(db.cachedStatement(sql: SharedStatements.all)).count)
            }
        }
    }

    private func filter() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                let statement = try db.cachedStatement(sql: SharedStatements.byScore)
                var sum = 0.0
                for score in workload.filteredScores {
                    for player in try P.fetchAll(statement, arguments: [score]) { sum += player.rating }
                }
                return Int64(sum * 1_000)
            }
        }
    }

    private func objects() async throws -> Outcome {
        let keys = workload.shuffled.map(P.Key.of)
        return try await Outcome {
            try await database.read { db in
                let statement = try db.cachedStatement(sql: SharedStatements.byKey)
                var sum = 0
                for key in keys { sum += try P.fetchOne(statement, arguments: [key])?.score ?? 0 }
                return Int64(sum)
            }
        }
    }

    private func update(
        _ text: String, _ change: @escaping @Sendable (inout P) -> any DatabaseValueConvertible
    ) async throws -> Outcome {
        try await changeChosen(text) { player, statement in
            let value = change(&player)
            statement.setUncheckedArguments([value, player.version + 1, player.id, player.version])
        }
    }

    private func delete() async throws -> Outcome {
        try await changeChosen(SharedStatements.delete) { player, statement in
            statement.setUncheckedArguments([player.id, player.version])
        }
    }

    private func changeChosen(
        _ text: String, _ bind: @escaping @Sendable (inout P, Statement) -> Void
    ) async throws -> Outcome {
        let players = try await database.read { try P.fetchAll($0, sql: SharedStatements.all) }
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try await Outcome {
            try await database.write { db in
                let statement = try db.cachedStatement(sql: text)
                for var player in chosen {
                    bind(&player, statement)
                    try statement.execute()
                    if db.changesCount != 1 { throw WorkloadError("a row was missed") }
                }
                return Int64(chosen.count)
            }
        }
    }

    private func walk() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                let teams = try Row.fetchAll(db.cachedStatement(sql: SharedStatements.teams)).map {
                    $0[0] as P.Key
                }
                let statement = try db.cachedStatement(sql: SharedStatements.byTeam)
                var sum = 0
                for team in teams {
                    for player in try P.fetchAll(statement, arguments: [team]) { sum += player.score }
                }
                return Int64(sum)
            }
        }
    }

    private func units() async throws -> Outcome {
        let keys = workload.shuffled.prefix(workload.units).map(P.Key.of)
        return try await Outcome {
            var sum = 0
            for key in keys {
                sum += try await database.read { db in
                    try P.fetchOne(db.cachedStatement(sql: SharedStatements.byKey), arguments: [key])?.score
                        ?? 0
                }
            }
            return Int64(sum)
        }
    }

    private func saves() async throws -> Outcome {
        try await Outcome {
            for position in 0..<workload.saves {
                let values = workload.players[position]
                let player = P(.of(workload.rows + position), values, team: .of(values.team))
                try await database.write { db in
                    let statement = try db.cachedStatement(sql: SharedStatements.insert)
                    statement.setUncheckedArguments(player.arguments)
                    try statement.execute()
                }
            }
            return Int64(workload.saves)
        }
    }

    func stream() async throws -> Int64 {
        try await database.read { db in
            var sum = 0
            let cursor = try P.fetchCursor(db.cachedStatement(sql: SharedStatements.all))
            while let player = try cursor.next() { sum += player.score }
            return Int64(sum)
        }
    }

    func hold(_ whileHeld: @escaping @Sendable () -> Void) async throws -> Int64 {
        try await database.read { db in
            let found = try P.fetchAll(db.cachedStatement(sql: SharedStatements.all))
            return withExtendedLifetime(found) {
                whileHeld()
                return Int64(found.count)
            }
        }
    }
}
