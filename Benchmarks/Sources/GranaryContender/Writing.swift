internal import Granary
internal import Workload

/// The operations that write.
enum Writing {
    /// Keys are made by the framework, as in most programs.
    static func insert<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        try await stack.perform { context in
            try Outcome {
                try insert(
                    type, context, workload, { _ in P.PlayerTeam.Key.unassigned }, { _ in P.Key.unassigned })
            }
        }
    }

    /// Fills a store with the keys that the other operations look up.
    static func fill<P: Player>(_ type: P.Type, _ stack: PersistentStack, _ workload: Workload) async throws {
        try await stack.perform { context in
            _ = try insert(type, context, workload, P.PlayerTeam.key(at:), P.key(at:))
        }
    }

    private static func insert<P: Player>(
        _ type: P.Type, _ context: Context, _ workload: Workload, _ teamKey: (Int) -> P.PlayerTeam.Key,
        _ playerKey: (Int) -> P.Key
    ) throws -> Int64 {
        let teams = (0..<workload.teams).map { P.PlayerTeam.make(teamKey($0), Workload.teamName($0)) }
        for team in teams { try context.insert(team) }
        for (position, values) in workload.players.enumerated() {
            try context.insert(P.make(playerKey(position), values, teams[values.team]))
        }
        try context.save()
        return Int64(workload.rows)
    }

    static func updateRating<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await change(type, stack) { _, player in player.rating += 1 }
    }

    static func updateScore<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await change(type, stack) { _, player in player.score += 100 }
    }

    static func delete<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await change(type, stack) { context, player in try context.delete(player) }
    }

    private static func change<P: Player>(
        _ type: P.Type, _ stack: PersistentStack,
        _ change: @escaping @Sendable (Context, P) throws -> Void
    ) async throws -> Outcome {
        try await stack.perform { context in
            let players = try context.fetch(P.all)
            let chosen = players.indices.filter(Workload.isChosen).map { players[$0] }
            return try Outcome {
                for player in chosen { try change(context, player) }
                try context.save()
                return Int64(chosen.count)
            }
        }
    }

    static func saves<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        try await Outcome {
            for position in 0..<workload.saves {
                let values = workload.players[position]
                try await stack.perform { context in
                    guard let team = try context.object(P.PlayerTeam.self, P.PlayerTeam.key(at: values.team))
                    else {
                        throw WorkloadError("a team is missing")
                    }
                    try context.insert(P.make(.unassigned, values, team))
                    try context.save()
                }
            }
            return Int64(workload.saves)
        }
    }
}
