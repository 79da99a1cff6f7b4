internal import Granary
internal import GranaryLevelDB
internal import GranaryMemory
internal import GranaryPostgreSQL
internal import GranarySQLite
public import Workload

/// Granary with its SQLite backend at its own defaults; with LevelDB where the path ends so, with PostgreSQL where it
/// is the URL of a database.
public enum GranaryContender {
    /// The contender for a kind of key.
    public static func contender(_ keys: KeyKind) -> Contender {
        Contender("Granary") { path, workload in
            let stack = try openStack(keys, path)
            return switch keys {
            case .integer: session(IntegerPlayer.self, stack, workload)
            case .uuid: session(UUIDPlayer.self, stack, workload)
            }
        }
    }

    /// The contender with the memory store, which begins with all players unless they are to be inserted.
    public static func memory(_ keys: KeyKind, isFilled: Bool) -> Contender {
        Contender("Granary") { _, workload in
            let stack = try openStack(keys, StoreConfiguration(name: "Players", type: .memory))
            if isFilled { try await fill(keys, stack, workload) }
            return switch keys {
            case .integer: session(IntegerPlayer.self, stack, workload)
            case .uuid: session(UUIDPlayer.self, stack, workload)
            }
        }
    }

    /// Makes a store with both tables, and fills them unless it shall be empty.
    public static func create(_ path: String, _ keys: KeyKind, filledWith workload: Workload?) async throws {
        let stack = try openStack(keys, path)
        if let workload { try await fill(keys, stack, workload) }
        try await stack.close()
    }

    private static func fill(_ keys: KeyKind, _ stack: PersistentStack, _ workload: Workload) async throws {
        switch keys {
        case .integer: try await Writing.fill(IntegerPlayer.self, stack, workload)
        case .uuid: try await Writing.fill(UUIDPlayer.self, stack, workload)
        }
    }

    private static func openStack(_ keys: KeyKind, _ path: String) throws -> PersistentStack {
        if path.hasPrefix("postgresql://") {
            return try openStack(
                keys,
                StoreConfiguration(
                    name: "Players", type: .postgresql, options: StoreOptions(["url": path])))
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var configuration = StoreConfiguration(
            name: "Players", type: path.hasSuffix(".leveldb") ? .leveldb : .sqlite)
        configuration.location = parts.dropLast().joined(separator: "/")
        configuration.file = parts.last.map(String.init)
        return try openStack(keys, configuration)
    }

    private static func openStack(
        _ keys: KeyKind, _ configuration: StoreConfiguration
    ) throws -> PersistentStack {
        let models: [any Model.Type] =
            switch keys {
            case .integer: [IntegerTeam.self, IntegerPlayer.self]
            case .uuid: [UUIDTeam.self, UUIDPlayer.self]
            }
        let schema = try Schema("Benchmark", configurations: ["Players": models])
        let stack = PersistentStack(
            schema,
            registry: try StoreRegistry([
                SQLiteStore.self, LevelDBStore.self, PostgreSQLStore.self, MemoryStore.self,
            ]))
        try stack.attachPersistentStore(for: configuration)
        try stack.start()
        return stack
    }

    private static func session<P: Player>(
        _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) -> Session {
        Session(
            run: { try await run($0, type, stack, workload) },
            stream: { try await Reading.stream(type, stack) },
            hold: { try await Reading.hold(type, stack, $0) },
            close: { try await stack.close() })
    }

    private static func run<P: Player>(
        _ exercise: Exercise, _ type: P.Type, _ stack: PersistentStack, _ workload: Workload
    ) async throws -> Outcome {
        switch exercise {
        case .insert: try await Writing.insert(type, stack, workload)
        case .fetch: try await Reading.fetch(type, stack)
        case .filter: try await Reading.filter(type, stack, workload)
        case .object: try await Reading.objects(type, stack, workload)
        case .identity: try await Reading.identity(type, stack, workload.shuffled)
        case .hit: try await Reading.identity(type, stack, workload.near)
        case .update: try await Writing.updateRating(type, stack)
        case .updateIndexed: try await Writing.updateScore(type, stack)
        case .delete: try await Writing.delete(type, stack)
        case .walk: try await Reading.walk(type, stack)
        case .count: try await Reading.count(type, stack)
        case .aggregate: try await Reading.aggregate(type, stack)
        case .unit: try await Reading.units(type, stack, workload)
        case .save: try await Writing.saves(type, stack, workload)
        }
    }
}
