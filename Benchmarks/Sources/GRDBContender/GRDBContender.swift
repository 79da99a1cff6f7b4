internal import GRDB
public import Workload

/// GRDB, in its fastest documented way and with `Codable` records.
public enum GRDBContender {
    /// How the database is opened.
    public enum Settings: Sendable {
        /// One connection with the settings that all contenders share.
        case shared
        /// A pool as GRDB makes it: saves survive a crash of the process, but not a power failure.
        case own

        fileprivate func open(_ path: String) throws -> any DatabaseWriter {
            if self == .own { return try DatabasePool(path: path) }
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                for setting in SharedSettings.pragmas { try database.execute(sql: setting) }
            }
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// The contender with cached statements and records read by column position.
    public static func fast(_ keys: KeyKind, _ settings: Settings) -> Contender {
        Contender("GRDB") { path, workload in
            let database = try settings.open(path)
            return switch keys {
            case .integer: session(FastSession<FastIntegerPlayer>(database: database, workload: workload))
            case .uuid: session(FastSession<FastUUIDPlayer>(database: database, workload: workload))
            }
        }
    }

    /// The contender with `Codable` records.
    public static func codable(_ keys: KeyKind, _ settings: Settings) -> Contender {
        Contender("GRDB Codable") { path, workload in
            let database = try settings.open(path)
            return switch keys {
            case .integer:
                session(CodableSession<CodableIntegerPlayer>(database: database, workload: workload))
            case .uuid: session(CodableSession<CodableUUIDPlayer>(database: database, workload: workload))
            }
        }
    }

    private static func session<P>(_ fast: FastSession<P>) -> Session {
        Session(
            run: { try await fast.run($0) }, stream: { try await fast.stream() },
            hold: { try await fast.hold($0) }, close: { try fast.database.close() })
    }

    private static func session<P>(_ codable: CodableSession<P>) -> Session {
        Session(
            run: { try await codable.run($0) }, stream: { try await codable.stream() },
            hold: { try await codable.hold($0) }, close: { try codable.database.close() })
    }
}
