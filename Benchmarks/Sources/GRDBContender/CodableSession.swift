internal import GRDB
internal import Workload

/// The operations with `Codable` records and GRDB's query interface.
struct CodableSession<P: CodablePlayer & Sendable>: Sendable {
    let database: any DatabaseWriter
    let workload: Workload
    private var byID: QueryInterfaceRequest<P> { P.order(Column("id")) }

    init(database: any DatabaseWriter, workload: Workload) {
        self.database = database
        self.workload = workload
    }

    func run(_ exercise: Exercise) async throws -> Outcome? {
        switch exercise {
        case .insert: try await insert()
        case .fetch: try await fetch()
        case .filter: try await filter()
        case .object: try await objects()
        case .identity, .hit: nil
        case .update:
            try await changeChosen { db, player in
                try player.updateChanges(db) { Self.touch(&$0) { $0.rating += 1 } }
            }
        case .updateIndexed:
            try await changeChosen { db, player in
                try player.updateChanges(db) { Self.touch(&$0) { $0.score += 100 } }
            }
        case .delete: try await changeChosen { db, player in try player.delete(db) }
        case .walk: try await walk()
        case .count: try await SharedReading.count(database)
        case .aggregate: try await SharedReading.aggregate(database)
        case .unit: try await units()
        case .save: try await saves()
        }
    }

    private static func touch(_ player: inout P, _ change: (inout P) -> Void) {
        change(&player)
        player.granary_version += 1
    }

    private func insert() async throws -> Outcome {
        try await Outcome {
            try await database.write { db in
                for position in 0..<workload.teams {
                    try db.execute(
                        sql: SharedStatements.insertTeam,
                        arguments: [P.Key.of(position), Workload.teamName(position), 2])
                }
                for (position, values) in workload.players.enumerated() {
                    try P(.of(position), values, team: .of(values.team)).insert(db)
                }
                return Int64(workload.rows)
            }
        }
    }

    private func fetch() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in Int64(try byID.fetchAll(db).count) }
        }
    }

    private func filter() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                var sum = 0.0
                for score in workload.filteredScores {
                    for player in try byID.filter(Column("score") == score).fetchAll(db) {
                        sum += player.rating
                    }
                }
                return Int64(sum * 1_000)
            }
        }
    }

    private func objects() async throws -> Outcome {
        let keys = workload.shuffled.map(P.Key.of)
        return try await Outcome {
            try await database.read { db in
                var sum = 0
                for key in keys { sum += try P.fetchOne(db, key: key)?.score ?? 0 }
                return Int64(sum)
            }
        }
    }

    private func changeChosen(
        _ change: @escaping @Sendable (Database, inout P) throws -> Bool
    ) async throws -> Outcome {
        let players = try await database.read { try byID.fetchAll($0) }
        let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
        return try await Outcome {
            try await database.write { db in
                for var player in chosen where try !change(db, &player) {
                    throw WorkloadError("a row was missed")
                }
                return Int64(chosen.count)
            }
        }
    }

    private func walk() async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                let teams = try Row.fetchAll(db, sql: SharedStatements.teams).map { $0[0] as P.Key }
                var sum = 0
                for team in teams {
                    for player in try byID.filter(Column("team") == team).fetchAll(db) { sum += player.score }
                }
                return Int64(sum)
            }
        }
    }

    private func units() async throws -> Outcome {
        let keys = workload.shuffled.prefix(workload.units).map(P.Key.of)
        return try await Outcome {
            var sum = 0
            for key in keys { sum += try await database.read { try P.fetchOne($0, key: key)?.score ?? 0 } }
            return Int64(sum)
        }
    }

    private func saves() async throws -> Outcome {
        try await Outcome {
            for position in 0..<workload.saves {
                let values = workload.players[position]
                let player = P(.of(workload.rows + position), values, team: .of(values.team))
                try await database.write { try player.insert($0) }
            }
            return Int64(workload.saves)
        }
    }

    func stream() async throws -> Int64 {
        try await database.read { db in
            var sum = 0
            let cursor = try byID.fetchCursor(db)
            while let player = try cursor.next() { sum += player.score }
            return Int64(sum)
        }
    }

    func hold(_ whileHeld: @escaping @Sendable () -> Void) async throws -> Int64 {
        try await database.read { db in
            let found = try byID.fetchAll(db)
            return withExtendedLifetime(found) {
                whileHeld()
                return Int64(found.count)
            }
        }
    }
}
