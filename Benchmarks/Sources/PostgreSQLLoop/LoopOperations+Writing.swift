internal import CPostgreSQLBenchmark
internal import Workload

extension LoopOperations {
    private static var isolation: String { "READ COMMITTED" }

    /// All teams and players by `COPY` in binary form.
    func insert(_ workload: Workload) throws -> Outcome {
        try Outcome {
            var players: [LoopPlayer<Key>] = []
            for (position, values) in workload.players.enumerated() {
                players.append(LoopPlayer(.of(position), values, team: .of(values.team)))
            }
            let buffer = LoopBuffer()
            try connection.transaction(Self.isolation) {
                var next = 0
                try connection.copy(
                    "COPY team (id, name, granary_version) FROM STDIN (FORMAT binary)", buffer
                ) {
                    if next == workload.teams { return false }
                    buffer.append(Int16(3))
                    Key.of(next).write(to: buffer)
                    buffer.field(Workload.teamName(next))
                    buffer.field(Int64(2))
                    next += 1
                    return true
                }
                next = 0
                try connection.copy("COPY player (\(Self.columns)) FROM STDIN (FORMAT binary)", buffer) {
                    if next == players.count { return false }
                    players[next].write(to: buffer, version: 2)
                    players[next].version = 2
                    next += 1
                    return true
                }
            }
            return Int64(players.count)
        }
    }

    private func chosen() throws -> [LoopPlayer<Key>] {
        let players = try players()
        return players.indices.filter(Workload.isChosen).map { players[$0] }
    }

    /// One more for each rating, where the version is still the one that was read: a statement for each, all in one
    /// pipeline.
    func update() throws -> Outcome {
        let chosen = try chosen()
        return try Outcome {
            try connection.transaction(Self.isolation) {
                try connection.prepare(
                    "change",
                    "UPDATE player SET rating = $1::float8, granary_version = $2::int8 WHERE id = $3::\(Key.name) AND granary_version = $4::int8"
                )
                let (buffer, parameters) = (LoopBuffer(capacity: 256), Parameters(count: 4))
                try connection.check(PQenterPipelineMode(connection.handle))
                for player in chosen {
                    player.rating += 1
                    buffer.removeAll()
                    parameters.set(0, buffer) { buffer.field(player.rating) }
                    parameters.set(1, buffer) { buffer.field(player.version + 1) }
                    parameters.set(2, buffer) { player.id.write(to: buffer) }
                    parameters.set(3, buffer) { buffer.field(player.version) }
                    try connection.send(prepared: "change", buffer, parameters)
                }
                try connection.check(PQpipelineSync(connection.handle))
                for player in chosen {
                    try readChange()
                    player.version += 1
                }
                PQclear(PQgetResult(connection.handle))
                try connection.check(PQexitPipelineMode(connection.handle))
            }
            return Int64(chosen.count)
        }
    }

    /// Reads the answer to a statement that has changed one row.
    private func readChange() throws {
        while let result = PQgetResult(connection.handle) {
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK, let count = PQcmdTuples(result),
                count[0] == 0x31, count[1] == 0
            else { throw WorkloadError("a row was missed") }
        }
    }

    /// Removes players by one statement, where the version is still the one that was read.
    func delete() throws -> Outcome {
        let chosen = try chosen()
        return try Outcome {
            try connection.transaction(Self.isolation) {
                try connection.prepare(
                    "",
                    "DELETE FROM player USING unnest($1::\(Key.name)[], $2::int8[]) AS v(k, w) WHERE id = v.k AND granary_version = v.w"
                )
                let (buffer, parameters) = (LoopBuffer(), Parameters(count: 2))
                parameters.set(0, buffer, isWhole: true) {
                    buffer.arrayHead(of: Key.type, count: chosen.count)
                    for player in chosen { player.id.write(to: buffer) }
                }
                parameters.set(1, buffer, isWhole: true) {
                    buffer.arrayHead(of: Int64.type, count: chosen.count)
                    for player in chosen { buffer.field(player.version) }
                }
                try connection.send(prepared: "", buffer, parameters)
                while let result = PQgetResult(connection.handle) {
                    defer { PQclear(result) }
                    guard PQresultStatus(result) == PGRES_COMMAND_OK,
                        String(cString: PQcmdTuples(result)) == String(chosen.count)
                    else { throw WorkloadError("a row was missed") }
                }
            }
            return Int64(chosen.count)
        }
    }
}
