import FoundationEssentials

/// Who has changed what in a random program.
///
/// What one client alone has written stays as it is, there and in the end at the server, until a write of that client is
/// refused: a decision about it may take others back.
struct FuzzRecord {
    /// What was written last.
    private struct Written<Value> {
        let value: Value
        /// How often writes of the client had been refused before.
        let refusals: Int
    }

    /// Somebody who changes posts at the server and is no client.
    static let others = -1

    private var writers: [UUID: Set<Int>] = [:]
    private var rows: [UUID: Written<FuzzState.Row?>] = [:]
    private var pairWriters: [FuzzState.Reader: Set<Int>] = [:]
    private var pairs: [FuzzState.Reader: Written<Bool>] = [:]
    /// The posts that somebody has deleted, and with them their pairs.
    private var deleted: Set<UUID> = []

    /// Notes that somebody changes a post.
    mutating func note(_ post: UUID, by writer: Int) { writers[post, default: []].insert(writer) }

    /// Notes the row of a post that a client has changed.
    mutating func note(_ row: FuzzState.Row?, of post: UUID, by client: Int, refusals: Int) {
        note(post, by: client)
        rows[post] = Written(value: row, refusals: refusals)
    }

    /// Notes that a client has added or removed a pair.
    mutating func note(_ reader: FuzzState.Reader, _ isAdded: Bool, by client: Int, refusals: Int) {
        pairWriters[reader, default: []].insert(client)
        pairs[reader] = Written(value: isAdded, refusals: refusals)
    }

    /// Notes that somebody deletes a post.
    mutating func noteDeleted(_ post: UUID) { deleted.insert(post) }

    /// Whether a client alone has changed a post.
    func isSole(_ client: Int, _ post: UUID) -> Bool { writers[post] == [client] }

    /// The posts that a client alone has changed.
    func posts(of client: Int) -> [UUID] { writers.keys.filter { isSole(client, $0) } }

    /// The rows of the posts that a client alone has changed, of whose writes none was refused since.
    func rows(of client: Int, refusals: Int) -> [UUID: FuzzState.Row?] {
        rows.filter { isSole(client, $0.key) && $0.value.refusals == refusals }.mapValues(\.value)
    }

    /// The pairs that a client alone has added or removed, and whether they are there.
    func readers(of client: Int, refusals: Int) -> [FuzzState.Reader: Bool] {
        pairs.filter { reader, written in
            pairWriters[reader] == [client] && written.refusals == refusals && !deleted.contains(reader.post)
        }.mapValues(\.value)
    }
}
