internal import Granary
internal import Workload

/// The operations that read, each in one unit of work.
enum Reading {
    static func fetch<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await Outcome {
            try await stack.perform { context in Int64(try context.fetch(P.all).count) }
        }
    }

    static func filter<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        try await Outcome {
            try await stack.perform { context in
                var sum = 0.0
                for score in workload.filteredScores {
                    for player in try context.fetch(P.scoring(score)) { sum += player.rating }
                }
                return Int64(sum * 1_000)
            }
        }
    }

    static func objects<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        let keys = workload.shuffled.map(P.key(at:))
        return try await Outcome {
            try await stack.perform { context in
                var sum = 0
                for key in keys { sum += try context.object(type, key)?.score ?? 0 }
                return Int64(sum)
            }
        }
    }

    static func identity<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ positions: [Int]
    ) async throws -> Outcome {
        let keys = positions.map(P.key(at:))
        return try await stack.perform { context in
            let all = try context.fetch(P.all)
            return try withExtendedLifetime(all) {
                try Outcome {
                    var sum = 0
                    for key in keys { sum += try context.object(type, key)?.score ?? 0 }
                    return Int64(sum)
                }
            }
        }
    }

    static func walk<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await Outcome {
            try await stack.perform { context in
                var sum = 0
                for team in try context.fetch(P.PlayerTeam.all) {
                    for player in team.players { sum += player.score }
                }
                return Int64(sum)
            }
        }
    }

    static func count<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await Outcome {
            try await stack.perform { context in Int64(try context.count(P.isGood)) }
        }
    }

    static func aggregate<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Outcome {
        try await Outcome {
            try await stack.perform { context in Int64(try P.ratings(in: context) * 1_000) }
        }
    }

    static func units<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        let keys = workload.shuffled.prefix(workload.units).map(P.key(at:))
        return try await Outcome {
            var sum = 0
            for key in keys {
                sum += try await stack.perform { context in try context.object(type, key)?.score ?? 0 }
            }
            return Int64(sum)
        }
    }

    static func stream<P: Player>(_ type: P.Type, _ stack: PersistentStack) async throws -> Int64 {
        try await stack.perform { context in
            var sum = 0
            try context.stream(P.all) { player in
                sum += player.score
                return true
            }
            return Int64(sum)
        }
    }

    static func hold<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ whileHeld: @escaping @Sendable () -> Void
    ) async throws -> Int64 {
        try await stack.perform { context in
            let found = try context.fetch(P.all)
            return withExtendedLifetime(found) {
                whileHeld()
                return Int64(found.count)
            }
        }
    }
}
