internal import Granary

/// A migration with code in a process whose memory is measured.
public struct CodedMigrationMemory: Sendable {
    /// Whose store is migrated.
    public let engine: Engine
    /// Where the store is, as a path or URL.
    public let place: String
    /// Where a store of a few rows may be made.
    public let smallPlace: String

    /// Describes the migration of a store that was made before, perhaps in another process.
    public init(engine: Engine, place: String, smallPlace: String) {
        self.engine = engine
        self.place = place
        self.smallPlace = smallPlace
    }

    /// Makes a store with a number of rows.
    public init(_ engine: Engine, rows: Int, in stores: TicketStores) async throws {
        self.init(
            engine: engine,
            place: try stores.copy(try await stores.original(engine, rows: rows, .first)).place,
            smallPlace: try stores.makePlace(engine))
    }

    /// Migrates the store; `begin` is called when the program is ready.
    public func run(begin: () throws -> Void) async throws {
        // The cost of the first use of models, backend and engine is not the migration's.
        let small = TicketStore(engine: engine, place: smallPlace)
        try await small.fill(10)
        try await small.open(.withCode).close()
        try begin()
        try await TicketStore(engine: engine, place: place).open(.withCode).close()
    }

    /// Removes the stores.
    public func remove(from stores: TicketStores) throws {
        for place in [place, smallPlace] { try stores.remove(TicketStore(engine: engine, place: place)) }
    }
}
