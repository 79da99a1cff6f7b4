import FoundationEssentials
import Granary
import GranarySync
import Synchronization

/// The server of random programs: it keeps the outcome of each write with its effect, and repeats the outcome.
final class FuzzServer: Sendable {
    /// A post, as the server holds it.
    struct Row: Sendable, Equatable {
        var title = ""
        var likes: Int64 = 0
        var author: UUID?
    }

    struct State: Sendable {
        var posts: [UUID: Row] = [:]
        var authors: Set<UUID> = []
        /// The outcomes of the writes that have arrived.
        var outcomes: [UUID: (outcome: RemoteOutcome, refusals: Int)] = [:]
        /// The titles that writes have brought.
        var titles: Set<String> = []
        /// How often writes of a client were not carried out.
        var refusals = [0, 0]
    }

    let state = Mutex(State())
    private let program: SyncProgram

    init(_ program: SyncProgram) { self.program = program }

    /// Changes a row without a client.
    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Everything, or the rows with some keys.
    func payload(_ request: RemoteRequest) -> RemotePayload {
        state.withLock { state in
            let keys = request.keys.map(Set.init)
            func isAsked(_ model: String, _ id: UUID) -> Bool {
                guard let keys else { return true }
                return request.model == model && keys.contains(.uuid(id))
            }
            var payload = RemotePayload(
                state.authors.filter { isAsked("Author", $0) }.map { Author(id: $0, "author").snapshot })
            payload.add(state.posts.filter { isAsked("Post", $0.key) }.map { Self.snapshot($0, $1) })
            return payload
        }
    }

    /// The row as a value.
    static func snapshot(_ id: UUID, _ row: Row) -> Post.Snapshot {
        var post = Post(id: id, row.title, likes: Int(row.likes)).snapshot
        post.author = row.author
        return post
    }

    /// Carries writes out, or repeats what became of them.
    func carryOut(_ writes: [RemoteWrite], of client: Int) -> [RemoteOutcome] {
        state.withLock { state in
            writes.map { write in
                if let known = state.outcomes[write.id] {
                    // The client may hear it for the first time.
                    state.refusals[client] += known.refusals
                    return known.outcome
                }
                var refusals = 0
                let outcome = outcome(of: write, &state, &refusals)
                state.refusals[client] += refusals
                state.outcomes[write.id] = (outcome, refusals)
                return outcome
            }
        }
    }

    private func outcome(of write: RemoteWrite, _ state: inout State, _ refusals: inout Int) -> RemoteOutcome
    {
        guard case .uuid(let id) = write.key else { return .refused("no such key") }
        if write.model == "Author" {
            if write.kind == .delete { state.authors.remove(id) } else { state.authors.insert(id) }
            return .accepted
        }
        refusals = 1
        if case .text(let title)? = write.values["title"], title.begins(with: "bad") {
            return .refused("not wanted")
        }
        let row = state.posts[id]
        switch write.kind {
        case .delete:
            state.posts[id] = nil
            refusals = 0
            return .accepted
        case .update:
            guard let row else { return .gone() }
            if program.comparesValues, differs(row, write) {
                return .conflict(RemotePayload([Self.snapshot(id, row)]))
            }
        case .insert:
            if program.comparesValues, let row { return .conflict(RemotePayload([Self.snapshot(id, row)])) }
        case .command: return .refused("no commands")
        }
        refusals = 0
        let changed = apply(write, to: row ?? Row(), &state.titles)
        state.posts[id] = changed
        return program.returnsRows ? .accepted(RemotePayload([Self.snapshot(id, changed)])) : .accepted
    }

    private func differs(_ row: Row, _ write: RemoteWrite) -> Bool {
        write.changes.contains { change in
            switch change.property {
            case "title": change.before != [.text(row.title)]
            case "likes": change.before != [.integer(row.likes)]
            case "author": change.before != [row.author.map { .uuid($0) } ?? .null]
            default: false
            }
        }
    }

    private func apply(_ write: RemoteWrite, to row: Row, _ titles: inout Set<String>) -> Row {
        var row = row
        for (property, value) in write.values {
            switch (property, value) {
            case ("title", .text(let title)):
                row.title = title
                titles.insert(title)
            case ("likes", .integer(let likes)): row.likes = likes
            case ("author", .uuid(let author)): row.author = author
            case ("author", _): row.author = nil
            default: break
            }
        }
        return row
    }
}
