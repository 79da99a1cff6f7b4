internal import Workload

extension LoopOperations {
    /// The isolation of a unit of work of Granary: every statement sees the same state.
    private static var isolation: String { "REPEATABLE READ" }

    private func players(_ found: inout [LoopPlayer<Key>]) throws {
        try connection.prepare("", Self.all)
        try connection.send(prepared: "", LoopBuffer(capacity: 16), Parameters(count: 0))
        try connection.rows { found.append(LoopPlayer($0)) }
    }

    /// All players, outside of the measurement.
    func players() throws -> [LoopPlayer<Key>] {
        var found: [LoopPlayer<Key>] = []
        try players(&found)
        return found
    }

    /// All players in an array, and by key in a dictionary.
    func fetch() throws -> Outcome {
        try Outcome {
            try connection.transaction(Self.isolation) {
                var found: [LoopPlayer<Key>] = []
                var byKey: [Key: LoopPlayer<Key>] = [:]
                try connection.prepare("", Self.all)
                try connection.send(prepared: "", LoopBuffer(capacity: 16), Parameters(count: 0))
                try connection.rows {
                    let player = LoopPlayer<Key>($0)
                    byKey[player.id] = player
                    found.append(player)
                }
                return Int64(max(found.count, byKey.count))
            }
        }
    }

    /// The players with each of some scores.
    func filter(_ workload: Workload) throws -> Outcome {
        try Outcome {
            try connection.transaction(Self.isolation) {
                let (buffer, parameters) = (LoopBuffer(capacity: 64), Parameters(count: 1))
                try connection.prepare(
                    "", "SELECT \(Self.columns) FROM player WHERE score = $1::int8 ORDER BY id")
                var sum = 0.0
                for score in workload.filteredScores {
                    buffer.removeAll()
                    parameters.set(0, buffer) { buffer.field(Int64(score)) }
                    try connection.send(prepared: "", buffer, parameters)
                    var found: [LoopPlayer<Key>] = []
                    try connection.rows { found.append(LoopPlayer($0)) }
                    for player in found { sum += player.rating }
                }
                return Int64(sum * 1_000)
            }
        }
    }

    /// The teams, and the players of all of them by one request, each in its team's list in the order of keys.
    func walk() throws -> Outcome {
        try Outcome {
            try connection.transaction(Self.isolation) {
                var teams: [LoopTeam<Key>] = []
                var byKey: [Key: LoopTeam<Key>] = [:]
                let (buffer, parameters) = (LoopBuffer(), Parameters(count: 1))
                try connection.prepare("", "SELECT id, name, granary_version FROM team ORDER BY id")
                try connection.send(prepared: "", buffer, Parameters(count: 0))
                try connection.rows {
                    let team = LoopTeam<Key>($0)
                    teams.append(team)
                    byKey[team.id] = team
                }
                parameters.set(0, buffer, isWhole: true) {
                    buffer.arrayHead(of: Key.type, count: teams.count)
                    for team in teams { team.id.write(to: buffer) }
                }
                try connection.prepare(
                    "",
                    "SELECT \(Self.columns) FROM player WHERE team = ANY($1::\(Key.name)[]) ORDER BY id")
                try connection.send(prepared: "", buffer, parameters)
                try connection.rows {
                    let player = LoopPlayer<Key>($0)
                    byKey[player.team]?.players.append(player)
                }
                var sum = 0
                for team in teams {
                    for player in team.players { sum += player.score }
                }
                return Int64(sum)
            }
        }
    }
}
