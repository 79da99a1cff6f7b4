internal import FoundationEssentials
internal import Granary

/// A migration with code in a process whose memory is looked at.
public enum CodedMigrationMemory {
    /// Makes a store with so many rows in a directory.
    public static func prepare(_ engine: Engine, rows: Int, in directory: String) async throws {
        try await TicketStore(engine: engine, directory: directory).fill(rows)
    }

    /// Migrates the store in a directory; `begin` is called when the program is ready.
    public static func migrate(_ engine: Engine, in directory: String, begin: () throws -> Void) async throws
    {
        // What the first use of models, backend and engine takes is none of the migration's.
        let small = "\(directory)-small"
        try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
        let other = TicketStore(engine: engine, directory: small)
        try await other.fill(10)
        try await other.open(.withCode).close()
        try begin()
        try await TicketStore(engine: engine, directory: directory).open(.withCode).close()
    }
}
