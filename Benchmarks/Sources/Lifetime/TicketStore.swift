internal import Granary
internal import GranaryLevelDB
internal import GranaryPostgreSQL
internal import GranarySQLite

/// A store of tickets in a separate directory or database.
struct TicketStore: Sendable {
    let engine: Engine
    /// The path of the directory, or the URL of the database.
    let place: String

    /// The path of the file, or of the engine's own directory.
    var path: String { "\(place)/tickets.\(engine.rawValue)" }

    var configuration: StoreConfiguration {
        if engine.isServer {
            return StoreConfiguration(
                name: "Default", type: .postgresql, options: StoreOptions(["url": place]))
        }
        return StoreConfiguration(
            name: "Default", type: StoreType(engine.rawValue), location: place,
            file: "tickets.\(engine.rawValue)")
    }

    /// Opens it with the models of a version, which migrates it.
    func open(_ version: Version) throws -> PersistentStack {
        let stack = PersistentStack(
            try version.schema(),
            registry: try StoreRegistry([SQLiteStore.self, LevelDBStore.self, PostgreSQLStore.self]))
        try stack.attachPersistentStores(for: [configuration])
        try stack.start()
        return stack
    }

    /// Makes it in the first version, with a number of tickets.
    func fill(_ rows: Int) async throws {
        let stack = try open(.first)
        for start in stride(from: 0, to: rows, by: 10_000) {
            let context = try stack.makeContext()
            for number in start..<min(start + 10_000, rows) {
                try context.insert(
                    First.Ticket(
                        id: number + 1, title: "Ticket number \(number)",
                        code: "c\(number &* 7919 % 1_000_003)",
                        score: number % 1_000))
            }
            try context.save()
        }
        try await stack.close()
    }
}
