internal import Workload

/// The operations that read.
enum Reading {
    /// All players in an array, and by key in a dictionary.
    static func fetch<P: Player>(_ type: P.Type, _ database: Database) throws -> Outcome {
        try Outcome {
            let statement = try database.prepare(SharedStatements.all)
            var found: [P] = []
            var byKey: [P.PlayerKey: P] = [:]
            while try statement.step() {
                let player = P(statement)
                byKey[player.id] = player
                found.append(player)
            }
            return Int64(max(found.count, byKey.count))
        }
    }

    static func filter<P: Player>(_ type: P.Type, _ database: Database, _ workload: Workload) throws
        -> Outcome
    {
        try Outcome {
            let statement = try database.prepare(SharedStatements.byScore)
            var sum = 0.0
            for score in workload.filteredScores {
                statement.bind(Int64(score), at: 1)
                var found: [P] = []
                while try statement.step() { found.append(P(statement)) }
                statement.reset()
                for player in found { sum += player.rating }
            }
            return Int64(sum * 1_000)
        }
    }

    /// Every player by its key, in random order, in one read transaction.
    static func objects<P: Player>(_ type: P.Type, _ database: Database, _ workload: Workload) throws
        -> Outcome
    {
        let keys = workload.shuffled.map(P.PlayerKey.of)
        return try Outcome {
            try database.transaction("BEGIN") {
                let statement = try database.prepare(SharedStatements.byKey)
                var sum = 0
                for key in keys {
                    key.bind(statement, at: 1)
                    if try statement.step() { sum += P(statement).score }
                    statement.reset()
                }
                return Int64(sum)
            }
        }
    }

    /// Players by their keys, from a dictionary of all.
    static func identity<P: Player>(_ type: P.Type, _ database: Database, _ positions: [Int]) throws
        -> Outcome
    {
        let keys = positions.map(P.PlayerKey.of)
        var byKey: [P.PlayerKey: P] = [:]
        for player in try all(type, database) { byKey[player.id] = player }
        return Outcome {
            var sum = 0
            for key in keys { sum += byKey[key]?.score ?? 0 }
            return Int64(sum)
        }
    }

    /// The teams, and for each a query for its players.
    static func walk<P: Player>(_ type: P.Type, _ database: Database) throws -> Outcome {
        try Outcome {
            let teams = try database.prepare(SharedStatements.teams)
            let players = try database.prepare(SharedStatements.byTeam)
            var sum = 0
            while try teams.step() {
                let team = Team<P.PlayerKey>(
                    id: .read(teams, 0), name: teams.text(1), version: teams.integer(2))
                team.id.bind(players, at: 1)
                var members: [P] = []
                while try players.step() { members.append(P(players)) }
                players.reset()
                for player in members { sum += player.score }
            }
            return Int64(sum)
        }
    }

    static func count(_ database: Database) throws -> Outcome {
        try Outcome {
            let statement = try database.prepare(SharedStatements.count)
            return try statement.step() ? statement.integer(0) : 0
        }
    }

    static func aggregate(_ database: Database) throws -> Outcome {
        try Outcome {
            let statement = try database.prepare(SharedStatements.aggregate)
            var sum = 0.0
            while try statement.step() { sum += statement.real(1) * Double(statement.integer(2)) }
            return Int64(sum * 1_000)
        }
    }

    /// One row per read transaction.
    static func units<P: Player>(_ type: P.Type, _ database: Database, _ workload: Workload) throws -> Outcome
    {
        let keys = workload.shuffled.prefix(workload.units).map(P.PlayerKey.of)
        let statement = try database.prepare(SharedStatements.byKey)
        return try Outcome {
            var sum = 0
            for key in keys {
                key.bind(statement, at: 1)
                if try statement.step() { sum += P(statement).score }
                statement.reset()
            }
            return Int64(sum)
        }
    }

    static func all<P: Player>(_ type: P.Type, _ database: Database) throws -> [P] {
        let statement = try database.prepare(SharedStatements.all)
        var found: [P] = []
        while try statement.step() { found.append(P(statement)) }
        return found
    }

    static func stream<P: Player>(_ type: P.Type, _ database: Database) throws -> Int64 {
        let statement = try database.prepare(SharedStatements.all)
        var sum = 0
        while try statement.step() { sum += P(statement).score }
        return Int64(sum)
    }

    static func hold<P: Player>(_ type: P.Type, _ database: Database, _ whileHeld: () -> Void) throws -> Int64
    {
        let found = try all(type, database)
        whileHeld()
        return Int64(found.count)
    }
}

/// A team as the loop keeps it.
final class Team<K: Key> {
    let id: K
    var name: String
    var version: Int64

    init(id: K, name: String, version: Int64) {
        self.id = id
        self.name = name
        self.version = version
    }
}
