internal import GranaryStore

/// Rows of a cursor on the server, fetched in blocks; the connection is free in between.
final class PortalRows: BlockSource {
    private let owner: SourceOwner
    private let name: String
    private var first: ResultSet?
    private var isOpen = true

    /// How many rows are fetched at a time.
    static let blockSize: Int32 = 1_000

    /// Continues a cursor whose first rows have been fetched.
    init(_ owner: SourceOwner, name: String, first: ResultSet?) {
        self.owner = owner
        self.name = name
        self.first = first
    }

    deinit { close() }

    /// The statement that fetches the next rows of a cursor.
    static func fetch(_ name: String) -> String { "FETCH FORWARD \(blockSize) FROM \(name)" }

    func next() throws -> ResultSet? {
        guard isOpen else { return nil }
        if let first {
            self.first = nil
            if first.count < Self.blockSize { close() }
            return first
        }
        do {
            try owner.check()
            try owner.connection.send(Self.fetch(name), isNamed: false)
            try owner.connection.sync()
            guard let rows = try owner.connection.finish().first, rows.count > 0 else {
                close()
                return nil
            }
            if rows.count < Self.blockSize { close() }
            return rows
        } catch {
            isOpen = false
            throw owner.failed(error)
        }
    }

    func readRest() {}

    func close() {
        guard isOpen else { return }
        isOpen = false
        try? owner.connection.send("CLOSE \(name)", answer: .ignored, isNamed: false)
        try? owner.connection.sync()
    }
}
