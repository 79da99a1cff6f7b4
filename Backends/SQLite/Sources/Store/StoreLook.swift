internal import GranaryStore

/// Reads the number of the last save, with a separate connection; used by the thread that watches.
final class StoreLook: @unchecked Sendable {  // safe: only the thread that watches uses it.
    private let connection: Connection

    /// Makes a look through a connection of a store.
    init(_ connection: Connection) { self.connection = connection }

    /// The number of the last save; `nil` if the file has none.
    ///
    /// - Throws: ``GranaryError/Code/io`` if the file is no longer at its place; errors of the engine.
    func version() throws(GranaryError) -> Int64? {
        do {
            try connection.requireInPlace()
            return try connection.integer("SELECT version FROM granary_store")
        } catch {
            let doing = "looking for saves of others"
            let error = (error as? EngineError)?.translated(at: connection.place, doing: doing) ?? error
            throw error as? GranaryError
                ?? connection.place.error(.engine, "The file cannot be read.", cause: error)
        }
    }

    /// Closes the connection.
    func close() { connection.close() }
}
