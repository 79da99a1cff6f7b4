internal import FoundationEssentials
internal import Granary
internal import GranaryLevelDB
internal import GranarySQLite

/// Whose stores are measured.
public enum Engine: String, Sendable, CaseIterable {
    case sqlite, leveldb

    /// What people call it.
    public var title: String { self == .sqlite ? "SQLite" : "LevelDB" }
}

/// A store of tickets in a directory of its own.
struct TicketStore: Sendable {
    let engine: Engine
    let directory: String

    /// The path of the file, or of the engine's own directory.
    var path: String { "\(directory)/tickets.\(engine.rawValue)" }

    var configuration: StoreConfiguration {
        StoreConfiguration(
            name: "Default", type: StoreType(engine.rawValue), location: directory,
            file: "tickets.\(engine.rawValue)")
    }

    /// Opens it with the models of a version, which migrates it.
    func open(_ version: Version) throws -> PersistentStack {
        let stack = PersistentStack(
            try version.schema(), registry: try StoreRegistry([SQLiteStore.self, LevelDBStore.self]))
        try stack.attachPersistentStores(for: [configuration])
        try stack.start()
        return stack
    }

    /// Makes it in the first version, with so many tickets.
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

    /// A copy in another directory.
    func copy(to directory: String) throws -> TicketStore {
        try FileManager.default.copyItem(atPath: self.directory, toPath: directory)
        return TicketStore(engine: engine, directory: directory)
    }
}
