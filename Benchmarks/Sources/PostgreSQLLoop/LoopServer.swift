internal import FoundationEssentials
internal import Workload

/// A server with separate databases of a program, each named by its URL.
public final class LoopServer {
    private let address: URLComponents
    private let connection: LoopConnection
    private let prefix: String
    private var made: Set<String> = []
    private var count = 0

    /// Connects to the server of a URL; the word names the purpose of the databases, and their names begin with it.
    public init(url: String, word: String) throws {
        guard let address = URLComponents(string: url), url.hasPrefix("postgresql://") else {
            throw WorkloadError("“\(url)” is not the URL of a server")
        }
        self.address = address
        prefix = "granary_\(word)_\(ProcessInfo.processInfo.processIdentifier)"
        connection = try LoopConnection(url: url)
    }

    /// Makes an empty database.
    public func make() throws -> String { try create("") }

    /// Copies a database block by block.
    public func copy(_ url: String) throws -> String {
        guard let original = name(url) else { throw WorkloadError("there is no such database to copy") }
        let copy = try create("TEMPLATE \(original)")
        // Otherwise the server would write the copy's remaining pages during a measurement.
        try connection.execute("CHECKPOINT")
        return copy
    }

    /// Does the server's housekeeping in a database, and then turns it off for these tables.
    public func tidy(_ url: String, tables: [String]) throws {
        let connection = try LoopConnection(url: url)
        defer { connection.close() }
        for table in tables {
            try connection.execute("ALTER TABLE granary.\"\(table)\" SET (autovacuum_enabled = false)")
        }
        try connection.execute("VACUUM ANALYZE")
    }

    /// Removes a database, unless another program has made it.
    public func remove(_ url: String) throws {
        guard let name = name(url) else { return }
        try connection.execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        made.remove(name)
    }

    /// Removes all databases that are left, and ends the conversation.
    public func close() {
        for name in made { try? connection.execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }
        connection.close()
    }

    private func create(_ origin: String) throws -> String {
        count += 1
        let name = "\(prefix)_\(count)"
        try connection.execute("CREATE DATABASE \(name) \(origin)")
        made.insert(name)
        var url = address
        url.path = "/" + name
        return url.string ?? ""
    }

    /// The name of a database that was made here.
    private func name(_ url: String) -> String? {
        URLComponents(string: url).map { String($0.path.dropFirst()) }.flatMap {
            made.contains($0) ? $0 : nil
        }
    }
}
